import { type Database, type Db, sameTransaction } from "../db/client.ts";
import type { DB } from "../db/schema.ts";

/**
 * How each table is fenced. A new table does not compile until it has a line.
 *   platform – belongs to no instance; only `features/instances` and `access/` write it
 *   instance – belongs to one instance; the database hides the rest (row-level security)
 */
export const TENANCY = {
  instances: "platform",
  certificate_types: "platform",
  contact_messages: "platform",
  rate_limits: "platform",
  subscriptions: "instance",
  users: "instance",
  user_counts: "instance",
  sessions: "instance",
  login_codes: "instance",
  password_tokens: "instance",
  api_keys: "instance",
  branches: "instance",
  branch_users: "instance",
  groups: "instance",
  group_users: "instance",
  notifications: "instance",
  activity: "instance",
  audit_log: "instance",
  files: "instance",
  uploads: "instance",
  document_views: "instance",
  categories: "instance",
  category_branches: "instance",
  category_groups: "instance",
  courses: "instance",
  course_categories: "instance",
  course_prerequisites: "instance",
  course_editors: "instance",
  course_imports: "instance",
  branch_courses: "instance",
  group_courses: "instance",
  resource_categories: "instance",
  course_resources: "instance",
  scorm_packages: "instance",
  scorm_scos: "instance",
  units: "instance",
  bank_questions: "instance",
  questions: "instance",
  enrolments: "instance",
  enrolment_sources: "instance",
  unit_draws: "instance",
  unit_progress: "instance",
  daily_time: "instance",
  ended_enrolments: "instance",
  learner_totals: "instance",
  course_totals: "instance",
  responses: "instance",
  attempts: "instance",
  course_attempts: "instance",
  submissions: "instance",
  certificates: "instance",
  scorm_files: "instance",
  scorm_sessions: "instance",
  scorm_attempts: "instance",
  scorm_calls: "instance",
  scorm_results: "instance",
  scorm_shared: "instance",
  cmi5_registrations: "instance",
  cmi5_sessions: "instance",
  report_exports: "instance",
  report_schedules: "instance",
  report_schedule_people: "instance",
  xapi_credentials: "instance",
  xapi_statements: "instance",
  xapi_faces: "instance",
  xapi_related: "instance",
  xapi_activities: "instance",
  xapi_attachments: "instance",
  xapi_documents: "instance",
} as const satisfies Record<Exclude<keyof DB, "course_progress">, "platform" | "instance">;

/**
 * Runs work inside one instance, in one transaction: no row of another instance exists for it.
 * `null` opens the database without a tenant, where only the platform's tables have rows.
 * @param keep whether to commit what the work did, given its result
 */
export function inInstance<T>(
  database: Database,
  instanceId: number | null,
  work: (db: Db) => Promise<T>,
  keep?: (result: T) => boolean,
): Promise<T> {
  return database.transaction(tenantSql(instanceId), work, keep);
}

/** A handle on the same transaction inside another instance. Only `actor.reachInstance` may ask for one. */
export function besides(db: Db, instanceId: number): Db {
  return sameTransaction(db, tenantSql(instanceId));
}

const INSIDE = "instance_id = nullif(current_setting('app.instance_id', true), '')::integer";

/**
 * The SQL that puts the fence up around every tenant table where it does not stand, as its comment says: to put it up takes the
 * whole table for itself, and other servers are at work while one starts. Run by the migrator at each start.
 */
export function fenceSql(): string {
  const fenced = Object.entries(TENANCY).filter(([, rule]) => rule === "instance");
  return `
    DO $fence$
    DECLARE
      fenced text;
    BEGIN
      FOREACH fenced IN ARRAY ARRAY[${fenced.map(([table]) => `'${table}'`).join(", ")}] LOOP
        CONTINUE WHEN EXISTS (
          SELECT FROM pg_class c
          JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = 'instance_fence'
          WHERE c.oid = fenced::regclass AND c.relrowsecurity AND c.relforcerowsecurity
            AND obj_description(p.oid, 'pg_policy') = $inside$${INSIDE}$inside$);
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', fenced);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', fenced);
        EXECUTE format('DROP POLICY IF EXISTS instance_fence ON %I', fenced);
        EXECUTE format($policy$CREATE POLICY instance_fence ON %I USING (${INSIDE}) WITH CHECK (${INSIDE})$policy$, fenced);
        EXECUTE format('COMMENT ON POLICY instance_fence ON %I IS %L', fenced, $inside$${INSIDE}$inside$);
      END LOOP;
    END $fence$;`;
}

function tenantSql(instanceId: number | null): string {
  if (instanceId === null) return "SET LOCAL app.instance_id = ''";
  if (!Number.isSafeInteger(instanceId) || instanceId < 1) throw new Error("Not an instance id.");
  return `SET LOCAL app.instance_id = '${instanceId}'`;
}
