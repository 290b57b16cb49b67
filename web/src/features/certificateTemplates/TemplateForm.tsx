import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type Ref, useImperativeHandle } from "react";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { ConfirmLeaving } from "../../ui/ConfirmLeaving.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { CertificatePlaceholders, type Design, type Template } from "./certificateTemplates.documents.ts";
import { toDesign } from "./design.ts";
import { FactsCard } from "./FactsCard.tsx";
import { LookCard } from "./LookCard.tsx";
import { SignaturesCard } from "./SignaturesCard.tsx";
import { TemplatePreview } from "./TemplatePreview.tsx";
import { TextsCard } from "./TextsCard.tsx";
import { useTemplateForm } from "./useTemplateForm.ts";

type Props = {
  stored: Template | null;
  design: Design;
  /** Is set to a function that tells whether something typed would be lost. */
  unsaved?: Ref<() => boolean>;
};

/** Renders the sections of a template with the preview beside them, below on narrow screens. */
export function TemplateForm({ stored, design, unsaved }: Props) {
  const { t } = useLingui();
  const form = useTemplateForm(stored, design);
  useImperativeHandle(unsaved, () => form.isUnsaved);
  const placeholders = useQuery({
    queryKey: ["certificatePlaceholders"],
    queryFn: async () => (await execute(CertificatePlaceholders)).certificatePlaceholders,
  });
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Form onSubmit={form.submit} className="grid min-w-0 gap-6">
        <Problems messages={form.problems} />
        <ConfirmLeaving isUnsaved={form.isUnsaved} />
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
