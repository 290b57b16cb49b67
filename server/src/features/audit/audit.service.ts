import { isDeepStrictEqual } from "node:util";
import type { Actor, Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";
import type { Platform } from "../../platform/platform.ts";
import * as queries from "./audit.queries.ts";

/** The subject of an audit entry. */
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
  | "scim_token"
  | "certificate"
  | "question_bank"
  | "xapi_credentials"
  | "cmi5_course"
  | "cmi5_registration"
  | "report_schedule"
  | "user_field"
  | "learning_path"
  | "automation"
  | "badge"
  | "certificate_template"
  | "badge_key"
  | "invitation"
  | "registration"
  | "message"
  | "announcement"
  | "custom_domain"
  | "identity_provider"
  | "system";

export interface AuditEntry {
  /** What happened, as `user.created`, `group.user_added`. */
  action: `${string}.${string}`;
  subject: { type: AuditSubject; id: number | null; name: string };
  /** By field: old and new value, or the given value. Never a password, a token or a key. */
  changes?: Record<string, unknown>;
}

/** Writes an audit entry in the instance and transaction of the change. */
export async function recordAudit(actor: Actor, reach: Reach, entry: AuditEntry): Promise<void> {
  await queries.insertAudit(reach, toAuditRow(actor, entry));
}

/** Writes an audit entry about what a job did that nobody asked for, under the product's name. */
export async function recordSystemAudit(
  platform: Pick<Platform, "config">,
  at: { db: Db; instanceId: number },
  { action, subject, changes = {} }: AuditEntry,
): Promise<void> {
  await queries.insertSystemAudit(at, {
    actor_name: platform.config.PRODUCT_NAME,
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    subject_name: subject.name,
    changes: JSON.stringify(changes),
  });
}

/** Writes the audit entries of many changes at once. */
export async function recordAudits(actor: Actor, reach: Reach, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await queries.insertAudits(
    reach,
    entries.map((entry) => toAuditRow(actor, entry)),
  );
}

function toAuditRow({ name, visit }: Actor, entry: AuditEntry): queries.AuditRow {
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

/** Returns the fields that differ, with old and new value, for `changes`. */
export function differences<T extends object>(before: T, after: Partial<T>): Record<string, [unknown, unknown]> {
  return Object.fromEntries(
    Object.entries(after)
      .filter(([field, value]) => value !== undefined && !isDeepStrictEqual(value, before[field as keyof T]))
      .map(([field, value]) => [field, [before[field as keyof T] ?? null, value]]),
  );
}
