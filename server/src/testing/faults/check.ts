import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { type Ledger, send, hashSha256, type World } from "./load.ts";

/** Waits until all jobs are done and people are reminded; jobs that wait for a retry run now. @returns how many are left after three minutes */
export async function drain(owner: pg.Pool): Promise<number> {
  const until = Date.now() + 180_000;
  for (;;) {
    await owner.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND name <> 'report.schedule'");
    await owner.query("UPDATE automation_events SET not_before = now() WHERE not_before > now()");
    const { rows } = await owner.query<{ left: number }>(
      `SELECT (SELECT count(*)::integer FROM automation_events)
         + (SELECT count(*)::integer FROM enrolments e JOIN courses c ON c.id = e.course_id AND c.title LIKE 'Due %'
           WHERE e.due_on IS NOT NULL AND NOT EXISTS (SELECT FROM notifications n WHERE n.user_id = e.user_id
             AND n.kind = 'course_due' AND (n.data->>'course_id')::integer = e.course_id))
         + (SELECT count(*)::integer FROM pgboss.job
         WHERE state IN ('created', 'retry', 'active') AND start_after <= now() AND name NOT LIKE '\\_\\_%') AS left`,
    );
    if (rows[0]!.left === 0 || Date.now() > until) return rows[0]!.left;
    await wait(2_000);
  }
}

/** Checks a list of statements that must be true and returns those that are not. */
export async function check(owner: pg.Pool, world: World, ledger: Ledger, mails: string[]): Promise<string[]> {
  const problems: string[] = [];
  const lost = await owner.query<{ name: string }>(
    "SELECT w AS name FROM jsonb_array_elements_text($1) w WHERE NOT EXISTS (SELECT FROM groups g WHERE g.name = w)",
    [JSON.stringify(ledger.groups)],
  );
  for (const { name } of lost.rows) problems.push(`the group '${name}' of ${ledger.at.get(name)} is lost`);
  const missing = async (what: string, wanted: unknown[], sql: string) => {
    const { rows } = await owner.query<{ lost: number }>(sql, [JSON.stringify(wanted)]);
    if (rows[0]!.lost > 0) problems.push(`${rows[0]!.lost} of ${wanted.length} ${what} are lost`);
  };
  await missing(
    "groups",
    ledger.groups,
    "SELECT count(*)::integer AS lost FROM jsonb_array_elements_text($1) w WHERE NOT EXISTS (SELECT FROM groups g WHERE g.name = w)",
  );
  await missing(
    "completed units",
    ledger.completed,
    `SELECT count(*)::integer AS lost FROM jsonb_to_recordset($1::jsonb) w ("user" integer, unit integer)
     WHERE NOT EXISTS (SELECT FROM unit_progress p WHERE p.user_id = w."user" AND p.unit_id = w.unit AND p.completed_at IS NOT NULL)`,
  );
  await missing(
    "new people",
    ledger.invited,
    "SELECT count(*)::integer AS lost FROM jsonb_array_elements_text($1) w WHERE NOT EXISTS (SELECT FROM users u WHERE u.email = w)",
  );
  await missing(
    "exports",
    ledger.exports,
    "SELECT count(*)::integer AS lost FROM jsonb_array_elements_text($1) w WHERE NOT EXISTS (SELECT FROM report_exports e WHERE e.id = w::integer AND e.state = 'done')",
  );
  await missing(
    "new people an automation had to welcome",
    ledger.invited,
    `SELECT count(*)::integer AS lost FROM jsonb_array_elements_text($1) w JOIN users u ON u.email = w
     WHERE (SELECT count(*) FROM automation_runs r WHERE r.user_id = u.id AND r.state = 'done') <> 1
       OR (SELECT count(*) FROM notifications n WHERE n.user_id = u.id AND n.kind = 'automation_message') <> 1
       OR NOT EXISTS (SELECT FROM group_users m JOIN groups g ON g.id = m.group_id WHERE m.user_id = u.id AND g.name = 'Newcomers')`,
  );
  await missing(
    "completed courses an automation had to handle once",
    ledger.completed,
    `SELECT count(*)::integer AS lost FROM jsonb_to_recordset($1::jsonb) w ("user" integer, unit integer)
     JOIN units u ON u.id = w.unit
     WHERE (SELECT count(*) FROM automation_runs r JOIN automations a ON a.instance_id = r.instance_id AND a.id = r.automation_id
       WHERE a.name = 'Finish' AND r.user_id = w."user" AND (r.data->>'course_id')::integer = u.course_id AND r.state = 'done') <> 1
       OR NOT EXISTS (SELECT FROM group_users m JOIN groups g ON g.id = m.group_id WHERE m.user_id = w."user" AND g.name = 'Finishers')`,
  );
  await missing(
    "due dates of which a person had to be reminded once",
    ledger.due,
    `SELECT count(*)::integer AS lost FROM jsonb_to_recordset($1::jsonb) w ("user" integer, course integer)
     WHERE (SELECT count(*) FROM notifications n WHERE n.user_id = w."user" AND n.kind = 'course_due'
       AND (n.data->>'course_id')::integer = w.course) <> 1`,
  );
  const zero = async (what: string, sql: string) => {
    const { rows } = await owner.query<{ count: number }>(sql);
    if (rows[0]!.count > 0) problems.push(`${rows[0]!.count} ${what}`);
  };
  await zero("jobs failed for good", "SELECT count(*)::integer FROM pgboss.job WHERE state = 'failed'");
  await zero(
    "people whose kept totals are not what is counted",
    `SELECT count(*)::integer FROM learner_totals t LEFT JOIN LATERAL (
       SELECT count(*) AS assigned, count(*) FILTER (WHERE status = 'completed') AS completed FROM course_progress p
       WHERE p.instance_id = t.instance_id AND p.user_id = t.user_id) n ON true
     WHERE (t.assigned, t.completed) IS DISTINCT FROM (n.assigned, n.completed)`,
  );
  await zero(
    "days whose kept number of users is not what is counted",
    `SELECT count(*)::integer FROM (
       SELECT instance_id, last_active_on AS day, count(*) AS users FROM learner_totals WHERE last_active_on IS NOT NULL GROUP BY 1, 2) counted
     FULL JOIN (SELECT instance_id, day, sum(users) AS users FROM last_active_days GROUP BY 1, 2 HAVING sum(users) <> 0) kept
       USING (instance_id, day)
     WHERE counted.users IS DISTINCT FROM kept.users`,
  );
  await zero(
    "courses whose kept totals are not what is counted",
    `SELECT count(*)::integer FROM courses c
     LEFT JOIN LATERAL (
       SELECT sum(assigned) AS assigned, sum(completed) AS completed, sum(time_spent) AS seconds FROM course_totals t
       WHERE t.instance_id = c.instance_id AND t.course_id = c.id) kept ON true
     LEFT JOIN LATERAL (
       SELECT count(*) AS assigned, count(completed_at) AS completed, sum(time_spent) AS seconds FROM enrolments e
       WHERE e.instance_id = c.instance_id AND e.course_id = c.id) counted ON true
     WHERE (coalesce(kept.assigned, 0), coalesce(kept.completed, 0), coalesce(kept.seconds, 0))
       IS DISTINCT FROM (counted.assigned, counted.completed, coalesce(counted.seconds, 0))`,
  );
  const { rows } = await owner.query<{ exports: number; notified: number }>(
    `SELECT (SELECT count(*)::integer FROM report_exports WHERE state = 'done') AS exports,
       (SELECT count(*)::integer FROM notifications WHERE kind = 'export_ready') AS notified`,
  );
  if (rows[0]!.exports !== rows[0]!.notified)
    problems.push(`${rows[0]!.exports} exports are done and ${rows[0]!.notified} people were notified`);
  const unsent = ledger.invited.filter((email) => !mails.includes(email));
  if (unsent.length > 0) problems.push(`${unsent.length} of ${ledger.invited.length} invitations were not mailed`);
  for (const { url, sha } of ledger.uploads) {
    const answer = await send(world.ports[0]!, null, url);
    if (answer.status !== 200 || hashSha256(answer.bytes) !== sha)
      problems.push(`the upload ${url.split("?")[0]} is lost`);
  }
  return problems;
}

/**
 * Counts mails to invited people besides the invitation and the message of the automation: a worker that is killed between the mail
 * server's acceptance and its own record sends again.
 */
export const twice = ({ invited }: Ledger, mails: string[]) =>
  invited.reduce((sum, email) => sum + Math.max(0, mails.filter((to) => to === email).length - 2), 0);
