import type { Mail } from "../../platform/mail.ts";
import type { Recipient } from "./mails.queries.ts";

/** The words of a mail with a link. */
export function letterOf(
  kind: "invitation" | "password_reset",
  { first_name, site_name }: Recipient,
  link: string,
): Omit<Mail, "to"> {
  const subject = kind === "invitation" ? `Welcome to ${site_name}` : "Reset your password";
  const request =
    kind === "invitation"
      ? `An account has been made for you at ${site_name}. Choose your password here, within seven days:`
      : `Somebody asked for a new password for your account at ${site_name}. If it was you, choose one here, within an hour:`;
  const text = `Hello ${first_name},\n\n${request}\n\n${link}\n`;
  return { subject, text, html: `<p>${escape(text).replaceAll("\n\n", "</p><p>")}</p>` };
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
