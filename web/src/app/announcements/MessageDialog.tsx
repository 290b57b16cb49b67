import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import type { CoursePeopleFilter, UserFilterInput } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { execute } from "../graphql.ts";
import { useSaveForm } from "../saveForm.ts";
import { SendAnnouncement } from "./announcements.documents.ts";
import { SendingProgress } from "./SendingProgress.tsx";

/** Whom a message is for: users of the list, or people of a course. */
export type MessagePeople = { users: UserFilterInput } | { course_id: number; course_people: CoursePeopleFilter };

type Props = {
  people: MessagePeople;
  /** How many they are. */
  count: number;
  onClose: () => void;
};

const LONGEST_SUBJECT = 150;
const LONGEST_BODY = 10_000;

/** Writes a message to many people, then shows how far it is and who did not get it. */
export function MessageDialog({ people, count, onClose }: Props) {
  const { t } = useLingui();
  // One key for each content: a second press, or a repeated request, sends nothing again, and a changed message is sent.
  const request = useRef({ content: "", key: "" });
  const [sentId, setSentId] = useState<number | null>(null);
  const form = useSaveForm({
    values: { subject: "", body: "", by_mail: true, in_product: true },
    save: async (values) => {
      const content = JSON.stringify([values, people]);
      if (request.current.content !== content) request.current = { content, key: crypto.randomUUID() };
      const input = { ...values, request_key: request.current.key };
      return (await execute(SendAnnouncement, { input, ...people })).sendAnnouncement.id;
    },
    onSaved: setSentId,
  });
  const [byMail, inProduct] = form.watch(["by_mail", "in_product"]);
  const isSent = sentId !== null;

  return (
    <Dialog
      open
      onClose={onClose}
      isForm
      title={t`Send a message`}
      actions={
        isSent ? (
          <Button onClick={onClose}>{t`Close`}</Button>
        ) : (
          <>
            <Button kind="quiet" onClick={onClose} disabled={form.saving}>
              {t`Cancel`}
            </Button>
            <Button type="submit" form="message" busy={form.saving} disabled={!byMail && !inProduct}>
              {t`Send`}
            </Button>
          </>
        )
      }
    >
      {isSent ? (
        <SendingProgress id={sentId} />
      ) : (
        <Form id="message" onSubmit={form.submit} className="grid gap-5">
          <p className="text-muted">
            {t`${plural(count, { one: "To # person. Everybody gets a message of their own and sees nobody else's address.", other: "To # people. Everybody gets a message of their own and sees nobody else's address." })}`}
          </p>
          <Problems messages={form.problems} />
          <Field
            label={t`Subject`}
            maxLength={LONGEST_SUBJECT}
            autoComplete="off"
            error={form.error("subject")}
            {...form.register("subject", { required: t`Enter a subject.` })}
          />
          <TextArea
            label={t`Text`}
            hint={t`Plain text. Blank lines separate paragraphs.`}
            rows={8}
            maxLength={LONGEST_BODY}
            error={form.error("body")}
            {...form.register("body", { required: t`Enter a text.` })}
          />
          <Checkbox label={t`Send by mail`} error={form.error("by_mail")} {...form.register("by_mail")} />
          <Checkbox label={t`Show among the notifications`} {...form.register("in_product")} />
        </Form>
      )}
    </Dialog>
  );
}
