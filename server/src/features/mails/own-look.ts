import type { Language } from "../../i18n/translate.ts";
import type { MailHeader } from "./mail-templates.ts";
import type { MessageChanges } from "./message-settings.queries.ts";

/** Returns what an instance has changed about its mails in a language: their sender and their texts. */
export function toOwnLook(
  { sender_name, reply_to }: { sender_name: string | null; reply_to: string | null },
  { texts }: MessageChanges,
  language: Language,
): Required<Pick<MailHeader, "sender" | "findText">> {
  return {
    sender: { name: sender_name, replyTo: reply_to },
    findText: (kind) => texts.find((text) => text.kind === kind && text.language === language),
  };
}
