import { passwordProblem } from "../../access/passwords.ts";
import { RANK, type Role } from "../../access/permissions.ts";
import type { Validation } from "../../errors.ts";
import { type Message, t } from "../../i18n/message.ts";
import type { FieldInput } from "../user-fields/user-fields.service.ts";
import { findEmailProblem } from "./email-addresses.service.ts";

/** The fields of a user in a form or a row of a file; omitted fields stay as they are or get their default. */
export interface UserFields {
  first_name?: string | null;
  last_name?: string | null;
  email?: string | null;
  /** For new users only; blank sends an invitation. */
  password?: string | null;
  role?: string | null;
  is_primary?: boolean | null;
  is_active?: boolean | null;
  skip_email?: boolean | null;
  /** yyyy-mm-dd; null clears the date. */
  deactivate_at?: string | null;
  /** Values of the organisation's own fields. */
  fields?: FieldInput[] | null;
}

const LONGEST_NAME = 100;

/** Finds all problems of the given fields, as messages by field. New users need names. */
export function findProblems(fields: UserFields, { isNew, today }: { isNew: boolean; today: string }): Validation {
  const problems: Validation = {};
  const check = (field: keyof UserFields, problem: Message | null) => {
    if (problem) problems[field] = [problem];
  };
  if (isNew || fields.first_name != null) check("first_name", nameProblem(fields.first_name, t`Enter a first name.`));
  if (isNew || fields.last_name != null) check("last_name", nameProblem(fields.last_name, t`Enter a last name.`));
  if (isNew) check("email", findEmailProblem(fields.email));
  if (isNew || fields.role != null) check("role", isRole(fields.role) ? null : t`Choose a user type from the list.`);
  if (fields.password)
    check(
      "password",
      passwordProblem(
        fields.password,
        [fields.email, fields.first_name, fields.last_name].map((word) => word ?? ""),
      ),
    );
  if (fields.deactivate_at) check("deactivate_at", dateProblem(fields.deactivate_at, today));
  return problems;
}

export function isRole(role: string | null | undefined): role is Role {
  return RANK.includes(role as Role);
}

function nameProblem(value: string | null | undefined, missing: Message): Message | null {
  const text = value?.trim() ?? "";
  if (!text) return missing;
  return text.length > LONGEST_NAME ? t`This can have at most ${LONGEST_NAME} characters.` : null;
}

function dateProblem(date: string, today: string): string | null {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) return t`Enter a date that exists.`;
  return date > today ? null : t`Set a date in the future.`;
}
