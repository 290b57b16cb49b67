import { passwordProblem } from "../../access/passwords.ts";
import { RANK, type Role } from "../../access/permissions.ts";
import type { Validation } from "../../errors.ts";

/** What a form or a row of a file says of a person; what is left out stays as it is, or takes its usual value. */
export interface UserFields {
  first_name?: string | null;
  last_name?: string | null;
  email?: string | null;
  /** Of a new person only; blank means an invitation. */
  password?: string | null;
  role?: string | null;
  is_primary?: boolean | null;
  is_active?: boolean | null;
  skip_email?: boolean | null;
  /** yyyy-mm-dd; null takes the date away */
  deactivate_at?: string | null;
}

const LONGEST_NAME = 100;
const LONGEST_EMAIL = 254;

/** Every problem of the fields that are given, in words, by field. Names of somebody new have to be given. */
export function problemsOf(fields: UserFields, { isNew, today }: { isNew: boolean; today: string }): Validation {
  const problems: Validation = {};
  const check = (field: keyof UserFields, problem: string | null) => {
    if (problem) problems[field] = [problem];
  };
  for (const [field, name] of [
    ["first_name", "a first name"],
    ["last_name", "a last name"],
  ] as const)
    if (isNew || fields[field] != null) check(field, nameProblem(fields[field], name));
  if (isNew) check("email", emailProblem(fields.email));
  if (isNew || fields.role != null) check("role", isRole(fields.role) ? null : "Choose a user type from the list.");
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

function nameProblem(value: string | null | undefined, name: string): string | null {
  const text = value?.trim() ?? "";
  if (!text) return `Enter ${name}.`;
  return text.length > LONGEST_NAME ? `This can have at most ${LONGEST_NAME} characters.` : null;
}

function emailProblem(value: string | null | undefined): string | null {
  const email = value?.trim() ?? "";
  if (!email) return "Enter an email.";
  if (email.length > LONGEST_EMAIL || !/^[^\s@,;<>"()]+@[^\s@,;<>"().]+(\.[^\s@,;<>"().]+)+$/.test(email))
    return "Enter a valid email address.";
  return null;
}

function dateProblem(date: string, today: string): string | null {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) return "Enter a date that exists.";
  return date > today ? null : "Set a date in the future.";
}
