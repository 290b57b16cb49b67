import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../../../app/graphql.ts";
import { Card } from "../../../../ui/Card.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { Select } from "../../../../ui/Select.tsx";
import type { CourseDraft } from "../draft.ts";
import { CertificateTypes } from "../editor.documents.ts";
import { percentageProblem } from "../publishRules.ts";
import { LoadProblem } from "./LoadProblem.tsx";

type Props = { course: CourseDraft; onChange: (change: Partial<CourseDraft>) => void };

/** When a course counts as complete, and which certificate is given for it. */
export function CompletionCard({ course, onChange }: Props) {
  const { t } = useLingui();
  const types = useQuery({
    queryKey: ["certificateTypes"],
    queryFn: async () => (await execute(CertificateTypes)).certificateTypes,
  });
  // The type in force is a choice even while the others are not known.
  const names = [...new Set([...(types.data ?? []), course.certificate_type])];

  return (
    <Card title={t`Completion`}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t`Completion rules`}
          value={course.completion_rules}
          onChange={(event) => onChange({ completion_rules: event.target.value as CourseDraft["completion_rules"] })}
          options={[
            { value: "all-units", label: t`All units are completed` },
            { value: "percentage", label: t`A percentage of the units is completed` },
          ]}
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
            error={percentageProblem(course) ?? undefined}
            value={course.completion_percentage}
            onChange={(event) => onChange({ completion_percentage: event.target.value })}
          />
        )}
        <div className="sm:col-start-1">
          <Select
            label={t`Certificate type`}
            value={course.certificate_type}
            onChange={(event) => onChange({ certificate_type: event.target.value })}
            options={names.map((name) => ({ value: name, label: name }))}
          />
          <LoadProblem query={types} what={t`The certificate types could not be loaded.`} />
        </div>
      </div>
    </Card>
  );
}
