import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

const subjects: Record<string, ReturnType<typeof msg>> = {
  user: msg`User`,
  group: msg`Group`,
  branch: msg`Branch`,
  category: msg`Category`,
  course: msg`Course`,
  enrolment: msg`Enrolment`,
  instance: msg`Instance`,
  subscription: msg`Subscription`,
  api_key: msg`API key`,
  xapi_credentials: msg`xAPI credentials`,
  cmi5_course: msg`cmi5 course`,
  cmi5_registration: msg`cmi5 registration`,
  certificate: msg`Certificate`,
};

/** The kinds of things that the log speaks of. */
export const subjectTypes = Object.keys(subjects);
export const subjectLabel = (type: string) => (subjects[type] ? i18n._(subjects[type]) : type);

const verbs: Record<string, ReturnType<typeof msg>> = {
  created: msg`created`,
  updated: msg`changed`,
  deleted: msg`deleted`,
  restored: msg`restored`,
  purged: msg`deleted for good`,
  revoked: msg`revoked`,
  begun_again: msg`begun again`,
  invited: msg`invited`,
  password_link_sent: msg`sent a password link`,
  waived: msg`waived`,
  imported: msg`imported`,
  enrolled: msg`enrolled`,
  ended: msg`ended`,
  assigned: msg`assigned`,
  duplicated: msg`duplicated`,
  published: msg`published`,
  user_added: msg`user added`,
  user_removed: msg`user removed`,
  users_added: msg`users added`,
  course_added: msg`course added`,
  course_removed: msg`course removed`,
  courses_added: msg`courses added`,
};

/** `user.created` as 'User created'; an action without words of its own is written as it is. */
export function actionLabel(action: string): string {
  const [type = "", verb = ""] = action.split(".");
  const word = verbs[verb];
  return `${subjectLabel(type)} ${word ? i18n._(word) : verb.replaceAll("_", " ")}`;
}

/** A value of a change, as people read it. */
export function valueText(json: string | null | undefined): string {
  if (json == null) return "–";
  const value: unknown = JSON.parse(json);
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return i18n._(value ? msg`Yes` : msg`No`);
  if (Array.isArray(value) && value.every((part) => typeof part !== "object")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

type Change = { field: string; before?: string | null; after?: string | null };

/** One change in one line: 'role: learner → manager', or 'role: learner' for what was only given. */
export function changeText({ field, before, after }: Change): string {
  const name = field.replaceAll("_", " ");
  return before == null ? `${name}: ${valueText(after)}` : `${name}: ${valueText(before)} → ${valueText(after)}`;
}
