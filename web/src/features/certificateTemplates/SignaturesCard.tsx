import { useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import type { Signature } from "./certificateTemplates.documents.ts";
import { mostSignatures } from "./design.ts";
import { PictureField } from "./PictureField.tsx";
import type { TemplateFormState } from "./useTemplateForm.ts";

/** Edits up to three signatures: a picture, a name and a title each. */
export function SignaturesCard({ form }: { form: TemplateFormState }) {
  const { t } = useLingui();
  const { watch, setValue, error } = form;
  const signatures = watch("signatures");
  const store = (next: Signature[]) => setValue("signatures", next, { shouldDirty: true });
  const change = (index: number, part: Partial<Signature>) =>
    store(signatures.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <Card title={t`Signatures`}>
      <div className="grid gap-5">
        {signatures.map((signature, index) => {
          const number = index + 1;
          return (
            <div
              key={index}
              role="group"
              aria-label={t`Signature ${number}`}
              className="grid gap-4 border-b border-line pb-5 sm:grid-cols-2"
            >
              <Field
                label={t`Name of signature ${number}`}
                value={signature.name}
                maxLength={100}
                error={error(`signature_${number as 1 | 2 | 3}`)}
                onChange={({ target }) => change(index, { name: target.value })}
              />
              <Field
                label={t`Title of signature ${number}`}
                value={signature.title}
                maxLength={100}
                onChange={({ target }) => change(index, { title: target.value })}
              />
              <div className="sm:col-span-2">
                <PictureField
                  kind="signature"
                  label={t`Picture of signature ${number}`}
                  hint={t`A PNG with a transparent background looks best. At most 2 MB.`}
                  current={signature.picture_url}
                  onChange={(picture_url) => change(index, { picture_url })}
                />
              </div>
              <div>
                <Button
                  kind="ghost"
                  size="small"
                  aria-label={t`Remove signature ${number}`}
                  onClick={() => store(signatures.filter((_, at) => at !== index))}
                >
                  <X size={15} aria-hidden />
                  {t`Remove`}
                </Button>
              </div>
            </div>
          );
        })}
        {signatures.length < mostSignatures && (
          <div>
            <Button
              kind="quiet"
              size="small"
              onClick={() => store([...signatures, { name: "", title: "", picture_url: null }])}
            >
              <Plus size={15} aria-hidden />
              {t`Add signature`}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
