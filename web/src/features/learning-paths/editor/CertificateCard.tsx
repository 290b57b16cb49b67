import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { PathCertificateTemplates } from "../paths.documents.ts";
import type { PathDraft } from "./pathDraft.ts";

const USUAL_MONTHS = "12";

type Props = {
  draft: PathDraft;
  onChange: (change: Partial<PathDraft>) => void;
  error: (field: string) => string | undefined;
};

/** Edits whether a path gives a certificate, how long that is valid, and its design. */
export function CertificateCard({ draft, onChange, error }: Props) {
  const { t } = useLingui();
  const { certificate_months: months, certificate_template_id: template } = draft;
  const templates = useQuery({
    queryKey: ["certificateTemplateChoices"],
    queryFn: async () => (await execute(PathCertificateTemplates)).certificateTemplateChoices,
    enabled: months !== null,
  });
  return (
    <section aria-labelledby="path-certificate" className="grid gap-5 rounded-card border border-line bg-surface p-6">
      <h2 id="path-certificate" className="text-large font-semibold">{t`Certificate`}</h2>
      <Checkbox
        label={t`Give a certificate to people who complete the learning path`}
        checked={months !== null}
        onChange={({ target }) => onChange({ certificate_months: target.checked ? USUAL_MONTHS : null })}
      />
      {months !== null && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t`Valid for, in months`}
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={120}
            hint={t`A change applies to certificates that are issued from then on.`}
            value={months}
            error={error("certificate_months")}
            onChange={({ target }) => onChange({ certificate_months: target.value })}
          />
          <Select
            label={t`Certificate template`}
            hint={t`Without one, certificates have the design of the product.`}
            value={template}
            error={
              templates.isError ? t`The certificate templates could not be loaded.` : error("certificate_template_id")
            }
            onChange={({ target }) => onChange({ certificate_template_id: target.value })}
            options={[{ value: "", label: t`None` }, ...listTemplates()]}
          />
        </div>
      )}
    </section>
  );

  /** Lists the templates, and the one that the path has, also when it was deleted. */
  function listTemplates() {
    const known = (templates.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
    if (template === "" || known.some(({ value }) => value === template)) return known;
    return [...known, { value: template, label: templates.data ? t`Deleted template` : t`Loading...` }];
  }
}
