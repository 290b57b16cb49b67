import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { execute } from "../../../app/graphql.ts";
import { useSaveForm } from "../../../app/saveForm.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Form } from "../../../ui/Form.tsx";
import { Problems } from "../../../ui/Problems.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import { toast } from "../../../ui/toast.ts";
import { refreshAllButSettings } from "./refresh.ts";
import { PublishTerms, type TermsVersion } from "./privacy.documents.ts";

/** Publishes a new version of the terms of use, beginning with the text of the latest one. */
export function PublishTermsDialog({ latest, onClose }: { latest: TermsVersion | null; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const id = useId();
  const form = useSaveForm({
    values: { text: latest?.text ?? "" },
    save: ({ text }) => execute(PublishTerms, { text, after: latest?.version ?? 0 }),
    onSaved: async ({ publishTerms: { version } }) => {
      onClose();
      toast({ kind: "success", text: t`Version ${version ?? 0} was published.` });
      await refreshAllButSettings(client);
    },
    failure: t`The terms of use could not be published.`,
  });
  return (
    <Dialog
      open
      isForm
      size="large"
      onClose={onClose}
      title={latest ? t`Publish version ${latest.version + 1}` : t`Publish terms of use`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose} disabled={form.saving}>
            {t`Cancel`}
          </Button>
          <Button type="submit" form={id} busy={form.saving}>
            {form.saving ? t`Publishing...` : t`Publish`}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={form.submit} className="grid gap-4">
        <Problems messages={form.problems} />
        <p className="text-sm text-muted">
          {t`A published version cannot be changed. Everyone who is signed in accepts it before they continue; you accept it by publishing it.`}
        </p>
        <TextArea
          label={t`Text`}
          rows={14}
          maxLength={50_000}
          error={form.error("text")}
          {...form.register("text", { required: t`Enter the terms of use.` })}
        />
      </Form>
    </Dialog>
  );
}
