import { type Database, type Db, sameTransaction } from "../db/client.ts";
import type { DB } from "../db/schema.ts";

/**
 * Declares how each table is isolated. A new table does not compile until it is listed here.
 *   platform – belongs to no instance; only `features/instances` and `access/` write it
 *   instance – belongs to one instance; row-level security hides all other rows
 */
export const TENANCY = {
  instances: "platform",
  certificate_types: "platform",
  contact_messages: "platform",
  log_level: "platform",
  rate_limits: "platform",
  subscriptions: "instance",
  users: "instance",
  user_counts: "instance",
  user_fields: "instance",
  user_field_values: "instance",
  user_views: "instance",
  user_list_columns: "instance",
  personal_data_exports: "instance",
  calendar_feeds: "instance",
  registration_sites: "instance",
  invitations: "instance",
  registrations: "instance",
  terms_versions: "instance",
  terms_acceptances: "instance",
  sessions: "instance",
  login_codes: "instance",
  totp_factors: "instance",
  recovery_codes: "instance",
  passkeys: "instance",
  passkey_challenges: "instance",
  remembered_devices: "instance",
  email_changes: "instance",
  known_devices: "instance",
  password_tokens: "instance",
  identity_providers: "instance",
  identity_links: "instance",
  identity_flows: "instance",
  used_assertions: "instance",
  provider_sessions: "instance",
  password_exceptions: "instance",
  api_keys: "instance",
  scim_tokens: "instance",
  scim_users: "instance",
  scim_groups: "instance",
  scim_log: "instance",
  branches: "instance",
  branch_users: "instance",
  groups: "instance",
  group_users: "instance",
  notifications: "instance",
  announcements: "instance",
  announcement_people: "instance",
  message_switches: "instance",
  message_texts: "instance",
  custom_domains: "instance",
  usage_days: "instance",
  custom_hosts: "platform",
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
  question_versions: "instance",
  item_analyses: "instance",
  enrolments: "instance",
  enrolment_sources: "instance",
  enrolment_runs: "instance",
  enrolment_run_people: "instance",
  learning_paths: "instance",
  learning_path_sections: "instance",
  learning_path_courses: "instance",
  learning_path_members: "instance",
  learning_path_people: "instance",
  learning_path_sources: "instance",
  automations: "instance",
  automation_events: "instance",
  automation_runs: "instance",
  automation_wakes: "platform",
  badges: "instance",
  badge_keys: "instance",
  badge_awards: "instance",
  certificate_templates: "instance",
  certificate_template_versions: "instance",
  certificate_number_series: "instance",
  sign_ins: "instance",
  unit_draws: "instance",
  survey_answers: "instance",
  survey_takers: "instance",
  survey_boxes: "instance",
  survey_anonymous_answers: "instance",
  unit_progress: "instance",
  daily_time: "instance",
  ended_enrolments: "instance",
  learner_totals: "instance",
  course_totals: "instance",
  last_active_days: "instance",
  responses: "instance",
  attempts: "instance",
  test_attempts: "instance",
  test_answers: "instance",
  test_allowances: "instance",
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
  xapi_statement_index: "instance",
  xapi_related: "instance",
  xapi_activities: "instance",
  xapi_attachments: "instance",
  xapi_documents: "instance",
  xapi_stored_bytes: "instance",
} as const satisfies Record<
  Exclude<keyof DB, "course_progress" | "learning_path_progress" | "path_certifications" | "achievements">,
  "platform" | "instance"
>;

/**
 * Runs work in one instance, in one transaction that sees no row of other instances. `null` opens the database without
 * a tenant, where only the platform's tables have rows.
 * @param keep whether to commit, given the result
 */
export function inInstance<T>(
  database: Database,
  instanceId: number | null,
  work: (db: Db) => Promise<T>,
  keep?: (result: T) => boolean,
): Promise<T> {
  return database.transaction(tenantSql(instanceId), work, keep);
}

const CHANGED_SINCE = "40001";

/**
 * Runs work in one instance, in one transaction whose statements all see the rows of one moment. Tries once more when a row that it
 * changes, as the last use of a session, was changed by another transaction since that moment.
 */
export async function inSnapshot<T>(
  database: Database,
  instanceId: number,
  work: (db: Db) => Promise<T>,
  keep?: (result: T) => boolean,
): Promise<T> {
  const run = () => database.transaction(tenantSql(instanceId), work, keep, { isSnapshot: true });
  return run().catch((error: unknown) => {
    if ((error as { code?: string }).code !== CHANGED_SINCE) throw error;
    return run();
  });
}

/**
 * Runs work that only reads in one instance, in one read-only transaction that sees no row of other instances.
 * @throws WriteRefused when it tried to write
 */
export function readInInstance<T>(database: Database, instanceId: number, work: (db: Db) => Promise<T>): Promise<T> {
  return database.read(tenantSql(instanceId), work);
}

/** Returns a handle on the same transaction in another instance. Only `actor.reachInstance` may call it. */
export function switchInstance(db: Db, instanceId: number): Db {
  return sameTransaction(db, tenantSql(instanceId));
}

const INSIDE = "instance_id = nullif(current_setting('app.instance_id', true), '')::integer";

/**
 * Returns the SQL that creates the row-level security policy of every tenant table without it. A table whose policy is
 * current, as the policy's comment says, is skipped, because creating one locks the whole table while other servers
 * work. The migrator runs it at each start.
 */
export function tenantPolicySql(): string {
  const tables = Object.entries(TENANCY).filter(([, rule]) => rule === "instance");
  return `
    DO $policies$
    DECLARE
      tenant_table text;
    BEGIN
      FOREACH tenant_table IN ARRAY ARRAY[${tables.map(([table]) => `'${table}'`).join(", ")}] LOOP
        CONTINUE WHEN EXISTS (
          SELECT FROM pg_class c
          JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = 'instance_isolation'
          WHERE c.oid = tenant_table::regclass AND c.relrowsecurity AND c.relforcerowsecurity
            AND obj_description(p.oid, 'pg_policy') = $inside$${INSIDE}$inside$);
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
        EXECUTE format('DROP POLICY IF EXISTS instance_isolation ON %I', tenant_table);
        -- The name of the policy in versions up to 0.1.
        EXECUTE format('DROP POLICY IF EXISTS instance_fence ON %I', tenant_table);
        EXECUTE format($policy$CREATE POLICY instance_isolation ON %I USING (${INSIDE}) WITH CHECK (${INSIDE})$policy$, tenant_table);
        EXECUTE format('COMMENT ON POLICY instance_isolation ON %I IS %L', tenant_table, $inside$${INSIDE}$inside$);
      END LOOP;
    END $policies$;`;
}

function tenantSql(instanceId: number | null): string {
  if (instanceId === null) return "SET LOCAL app.instance_id = ''";
  if (!Number.isSafeInteger(instanceId) || instanceId < 1) throw new Error("Not an instance id.");
  return `SET LOCAL app.instance_id = '${instanceId}'`;
}
