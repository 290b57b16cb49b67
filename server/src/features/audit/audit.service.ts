import type { Actor, Reach } from "../../access/actor.ts";
import * as queries from "./audit.queries.ts";

/** What a line of the audit log is about. */
export type AuditSubject =
  | "user"
  | "group"
  | "branch"
  | "category"
  | "course"
  | "enrolment"
  | "instance"
  | "subscription"
  | "api_key"
  | "certificate"
  | "question_bank"
  | "xapi_credentials"
  | "cmi5_course"
  | "cmi5_registration"
  | "report_schedule";

export interface AuditEntry {
  /** What was done, as `user.created`, `group.user_added`. */
  action: `${string}.${string}`;
  subject: { type: AuditSubject; id: number | null; name: string };
  /** By field: what it was and what it is now, or what was given. Never a password, a token or a key. */
  changes?: Record<string, unknown>;
}

/** Writes who changed what, and from where, in the instance and the transaction of the change itself. */
export async function recordAudit(actor: Actor, reach: Reach, entry: AuditEntry): Promise<void> {
  await queries.insertAudit(reach, rowOf(actor, entry));
}

/** The same for many changes at once. */
export async function recordAudits(actor: Actor, reach: Reach, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await queries.insertAudits(
    reach,
    entries.map((entry) => rowOf(actor, entry)),
  );
}

function rowOf({ name, visit }: Actor, entry: AuditEntry): queries.AuditRow {
  return {
    actor_name: name,
    action: entry.action,
    subject_type: entry.subject.type,
    subject_id: entry.subject.id,
    subject_name: entry.subject.name,
    changes: JSON.stringify(entry.changes ?? {}),
    address: visit.address,
  };
}

/** The fields that differ, for `changes`: what each was and what it is now. */
export function differences<T extends object>(before: T, after: Partial<T>): Record<string, [unknown, unknown]> {
  return Object.fromEntries(
    Object.entries(after)
      .filter(([field, value]) => value !== undefined && value !== before[field as keyof T])
      .map(([field, value]) => [field, [before[field as keyof T] ?? null, value]]),
  );
}
