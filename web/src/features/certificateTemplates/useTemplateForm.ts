import { useLingui } from "@lingui/react/macro";
import { execute } from "../../app/graphql.ts";
import { useRecordForm } from "../../app/useRecordForm.ts";
import {
  CreateCertificateTemplate,
  type Design,
  type Template,
  UpdateCertificateTemplate,
} from "./certificateTemplates.documents.ts";
import { type Fields, toDesign, toFields } from "./design.ts";

/** Creates the form of a template; the cards edit their parts of it. */
export function useTemplateForm(stored: Template | null, design: Design) {
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
