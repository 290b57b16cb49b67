import type { Actor } from "../../access/actor.ts";
import { toPageOptions } from "../../db/page.ts";
import { Conflict, Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { translate } from "../../i18n/translate.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { getAutomation, toAuditSubject } from "./automations.service.ts";
import { insertWake } from "./events.queries.ts";
import * as queries from "./runs.queries.ts";

/** What an automation did for one person, as its log shows it. */
export interface AutomationRun extends Omit<queries.RunRow, "problem"> {
  problem: string | null;
}

/** Returns a page of what an automation did, the latest first. @throws NotFound */
export async function getPageOfRuns(
  actor: Actor,
  id: number,
  filter: queries.RunFilter,
  branchUrl?: string | null,
): Promise<{ total: number; failed: number; rows: AutomationRun[] }> {
  await getAutomation(actor, id, branchUrl);
  const reach = await actor.reach("automation.manage", branchUrl);
  if (filter.state && filter.state !== "done" && filter.state !== "failed")
    throw new Invalid({ state: [t`Choose done or failed.`] });
  const rows = await queries.listRuns(reach, id, toPageOptions(filter));
  return {
    ...(await queries.countRuns(reach, id, filter)),
    rows: rows.map((row) => ({
      ...row,
      problem: row.problem === null ? null : translate(row.problem, actor.visit.language),
    })),
  };
}

/**
 * Runs an automation again for those for whom it failed, all or some, but not for what a former trigger waited for.
 * @returns how many @throws NotFound; Conflict for an automation that is off, and when all are of a former trigger
 */
export async function retryAutomationRuns(
  actor: Actor,
  id: number,
  ids: readonly number[] | null,
  branchUrl?: string | null,
): Promise<number> {
  const automation = await getAutomation(actor, id, branchUrl);
  if (!automation.is_on) throw new Conflict(t`Switch the automation on before you run it again.`);
  const reach = await actor.reach("automation.manage", branchUrl);
  const runs = await queries.retryRuns(reach, id, ids);
  if (runs === 0 && (await queries.hasFormerRuns(reach, id, ids)))
    throw new Conflict(
      t`The trigger of this automation was changed since. What failed with the former trigger is not run again.`,
    );
  if (runs === 0) return 0;
  await insertWake(reach);
  await recordAudit(actor, reach, {
    action: "automation.retried",
    subject: toAuditSubject(automation),
    changes: { people: runs },
  });
  return runs;
}
