import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useSaveForm } from "../../../app/saveForm.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormCard } from "../../../ui/FormCard.tsx";
import { formatList } from "../../../ui/format.ts";
import { TextArea } from "../../../ui/TextArea.tsx";
import { toast } from "../../../ui/toast.ts";
import { MessagePreview } from "./MessagePreview.tsx";
import { type Message, RestoreMessage, SendTestMessage, UpdateMessage } from "./messages.documents.ts";
import { findBodyProblem, findSubjectProblem, inBraces } from "./placeholderProblems.ts";

type Props = { message: Message; text: Message["texts"][number] };

/** Renders the form of a message's text in one language, with a preview of what is typed. */
export function MessageForm({ message: { kind, placeholders }, text }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { language, version } = text;
  const save = (fields: { subject: string; body: string }) =>
    execute(UpdateMessage, { input: { kind, language, ...fields }, version });
  const refresh = () => client.invalidateQueries({ queryKey: ["messages"] });
  const form = useSaveForm({
    values: { subject: text.subject, body: text.body },
    save,
    onSaved: async () => {
      toast({ kind: "success", text: t`The text was saved. It is used from the next message on.` });
      await refresh();
    },
    failure: t`The text could not be saved.`,
  });
  const undoing = useMutation({
    mutationFn: ({ restored }: { restored: string | undefined }) => {
      const { subject, body } = text;
      return execute(UpdateMessage, { input: { kind, language, subject, body }, version: restored });
    },
    onSuccess: refresh,
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const restoring = useMutation({
    mutationFn: () => execute(RestoreMessage, { kind, language }),
    onSuccess: async ({ restoreMessage }) => {
      const restored = restoreMessage.texts.find((each) => each.language === language)?.version;
      toast({
        kind: "success",
        text: t`The product's text was restored.`,
        action: { label: t`Undo`, onPress: () => undoing.mutate({ restored }) },
      });
      await refresh();
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const fields = form.watch();
  const testing = useMutation({
    mutationFn: () => execute(SendTestMessage, { input: { kind, language, ...fields } }),
    onSuccess: ({ sendTestMessage }) => toast({ kind: "success", text: t`A test was sent to ${sendTestMessage}.` }),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const subjectProblem = findSubjectProblem(fields.subject, placeholders);
  const bodyProblem = findBodyProblem(fields.body, placeholders);
  const isSound = !subjectProblem && !bodyProblem && fields.subject.trim() !== "";
  const forSubject = formatList(placeholders.filter(({ in_subject }) => in_subject).map(({ name }) => inBraces(name)));
  const forBody = formatList(placeholders.map(({ name }) => inBraces(name)));
  const needed = formatList(placeholders.filter((each) => each.is_required).map(({ name }) => inBraces(name)));
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
      <FormCard
        form={form}
        action={form.saving ? t`Saving...` : t`Save text`}
        cancel={
          <>
            {text.is_own && (
              <Button kind="quiet" busy={restoring.isPending} onClick={() => restoring.mutate()}>
                {t`Restore the product's text`}
              </Button>
            )}
            <Button kind="quiet" busy={testing.isPending} disabled={!isSound} onClick={() => testing.mutate()}>
              {t`Send me a test`}
            </Button>
          </>
        }
      >
        <Field
          label={t`Subject`}
          hint={t`Placeholders: ${forSubject}`}
          maxLength={200}
          error={form.error("subject") ?? subjectProblem}
          {...form.register("subject", {
            required: t`Enter a subject.`,
            validate: (value) => findSubjectProblem(value, placeholders) ?? true,
          })}
        />
        <TextArea
          label={t`Text`}
          hint={needed ? t`Placeholders: ${forBody}. The text has to contain ${needed}.` : t`Placeholders: ${forBody}`}
          rows={12}
          maxLength={5000}
          error={form.error("body") ?? bodyProblem}
          {...form.register("body", {
            required: t`Enter a text.`,
            validate: (value) => findBodyProblem(value, placeholders) ?? true,
          })}
        />
      </FormCard>
      <MessagePreview kind={kind} language={language} subject={fields.subject} body={fields.body} isSound={isSound} />
    </div>
  );
}
