import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../../../app/graphql.ts";
import { nameCertificateType, nameCompletionRule } from "../../../../app/termNames.ts";
import { Card } from "../../../../ui/Card.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { Select } from "../../../../ui/Select.tsx";
import type { CourseDraft } from "../draft.ts";
import { CertificateTemplateChoices, CertificateTypes } from "../editor.documents.ts";
import { findPercentageProblem } from "../publishRules.ts";
import { LoadProblem } from "./LoadProblem.tsx";

type Props = { course: CourseDraft; onChange: (change: Partial<CourseDraft>) => void };

/** Edits when a course is complete, and which certificate it gives. */
export function CompletionCard({ course, onChange }: Props) {
  const { t } = useLingui();
  const types = useQuery({
    queryKey: ["certificateTypes"],
    queryFn: async () => (await execute(CertificateTypes)).certificateTypes,
  });
  const templates = useQuery({
    queryKey: ["certificateTemplateChoices"],
    queryFn: async () => (await execute(CertificateTemplateChoices)).certificateTemplateChoices,
  });
  // The current type is a choice even before the others are loaded.
  const names = [...new Set([...(types.data ?? []), course.certificate_type])];

  return (
    <Card title={t`Completion`}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t`Completion rules`}
          value={course.completion_rules}
          onChange={(event) => onChange({ completion_rules: event.target.value as CourseDraft["completion_rules"] })}
          options={["all-units", "percentage"].map((value) => ({ value, label: nameCompletionRule(value) }))}
        />
        {course.completion_rules === "percentage" && (
          <Field
            label={t`Completion percentage`}
            type="number"
            inputMode="numeric"
            min={0}
            max={100}
            step={1}
            suffix="%"
            error={findPercentageProblem(course) ?? undefined}
            value={course.completion_percentage}
            onChange={(event) => onChange({ completion_percentage: event.target.value })}
          />
        )}
        <div className="sm:col-start-1">
          <Select
            label={t`Certificate type`}
            value={course.certificate_type}
            onChange={(event) => onChange({ certificate_type: event.target.value })}
            options={names.map((name) => ({ value: name, label: nameCertificateType(name) }))}
          />
          <LoadProblem query={types} what={t`The certificate types could not be loaded.`} />
        </div>
        <div>
          <Select
            label={t`Certificate template`}
            hint={t`Without one, certificates have the design of their type.`}
            value={course.certificate_template_id}
            onChange={(event) => onChange({ certificate_template_id: event.target.value })}
            options={[{ value: "", label: t`None` }, ...listTemplates()]}
          />
          <LoadProblem query={templates} what={t`The certificate templates could not be loaded.`} />
        </div>
      </div>
    </Card>
  );

  /** Lists the templates, and the one that the course has, also when it was deleted. */
  function listTemplates() {
    const id = course.certificate_template_id;
    const known = (templates.data ?? []).map((each) => ({ value: String(each.id), label: each.name }));
    if (id === "" || known.some(({ value }) => value === id)) return known;
    return [...known, { value: id, label: templates.data ? t`Deleted template` : t`Loading...` }];
  }
}
