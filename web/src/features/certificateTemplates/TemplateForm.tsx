import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { useRecordForm } from "../../app/useRecordForm.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Problems } from "../../ui/Problems.tsx";
import {
  CertificatePlaceholders,
  CreateCertificateTemplate,
  type Design,
  type Template,
  UpdateCertificateTemplate,
} from "./certificateTemplates.documents.ts";
import { type Fields, toDesign, toFields } from "./design.ts";
import { FactsCard } from "./FactsCard.tsx";
import { LookCard } from "./LookCard.tsx";
import { SignaturesCard } from "./SignaturesCard.tsx";
import { TemplatePreview } from "./TemplatePreview.tsx";
import { TextsCard } from "./TextsCard.tsx";

/** Creates the form of a template; the cards edit their parts of it. */
function useTemplateForm(stored: Template | null, design: Design) {
  const { t } = useLingui();
  return useRecordForm({
    values: toFields(stored?.name ?? "", design),
    save: async (fields: Fields) => {
      const input = { name: fields.name, design: toDesign(fields) };
      return stored
        ? (await execute(UpdateCertificateTemplate, { id: stored.id, version: stored.version, input }))
            .updateCertificateTemplate
        : (await execute(CreateCertificateTemplate, { input })).createCertificateTemplate;
    },
    action: stored ? "update" : "create",
    next: ({ id }) => ({ to: "/certificates/templates/$id", params: { id } }),
    failure: t`The template could not be saved.`,
  });
}

export type TemplateFormState = ReturnType<typeof useTemplateForm>;

/** Renders the sections of a template with the preview beside them, below on narrow screens. */
export function TemplateForm({ stored, design }: { stored: Template | null; design: Design }) {
  const { t } = useLingui();
  const form = useTemplateForm(stored, design);
  const placeholders = useQuery({
    queryKey: ["certificatePlaceholders"],
    queryFn: async () => (await execute(CertificatePlaceholders)).certificatePlaceholders,
  });
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
      <Form onSubmit={form.submit} className="grid min-w-0 gap-6">
        <Problems messages={form.problems} />
        <Card>
          <Field
            label={t`Name`}
            hint={t`Authors choose the template of a course by this name.`}
            maxLength={100}
            error={form.error("name")}
            {...form.register("name", { required: t`Enter a name.` })}
          />
        </Card>
        <LookCard form={form} />
        <TextsCard form={form} placeholders={placeholders.data ?? []} />
        <FactsCard form={form} />
        <SignaturesCard form={form} />
        <div className="flex justify-end">
          <Button type="submit" busy={form.saving}>
            {form.saving ? t`Saving...` : t`Save template`}
          </Button>
        </div>
      </Form>
      <TemplatePreview design={toDesign(form.watch())} />
    </div>
  );
}
