import type { Actor, Reach } from "../../access/actor.ts";
import { toPageOptions, type PageOptions } from "../../db/page.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as queries from "./certified.queries.ts";
import { openReports, type ReportFilters } from "../reports/filters.service.ts";
import { issueOnce } from "./issuing.service.ts";

const LONGEST_REASON = 500;
const EITHER = t`Name either a course or a learning path.`;

/**
 * Returns one page of certifications with their expiry, for the screen of due certificates.
 * @throws Invalid for an unknown state, or a course and a learning path together
 */
export async function getPageOfCertified(
  actor: Actor,
  asked: CertifiedRequest,
): Promise<{ rows: queries.CertifiedRow[]; total: number }> {
  const { reach, options } = await chosen(actor, asked);
  const rows = await queries.listCertified(reach, toPageOptions(options));
  return { rows: rows.map(known(actor)), total: await queries.countCertified(reach, options) };
}

/** Returns all certifications in batches of some hundreds, with their number. @throws Invalid */
export async function allCertified(actor: Actor, asked: CertifiedRequest) {
  const { reach, options } = await chosen(actor, asked);
  async function* batches() {
    for await (const rows of queries.certifiedInBatches(reach, options)) yield rows.map(known(actor));
  }
  return { batches: batches(), count: () => queries.countCertified(reach, options) };
}

/** The dates filter the completion. */
export type CertifiedRequest = PageOptions &
  ReportFilters & { state?: string | null; courseId?: number | null; pathId?: number | null };

async function chosen(
  actor: Actor,
  { state, courseId, pathId, search, sort, limit, offset, ...asked }: CertifiedRequest,
) {
  const { reach, filters } = await openReports(actor, asked);
  if (state != null && !(queries.STATES as readonly string[]).includes(state))
    throw new Invalid({ state: [t`The states are: ${queries.STATES.join(", ")}.`] });
  if (courseId != null && pathId != null) throw new Invalid({ course_id: [EITHER] });
  const options: queries.CertifiedOptions = {
    state,
    courseId,
    pathId,
    search,
    sort,
    limit,
    offset,
    groups: filters.groups,
    categories: filters.categories,
    from: filters.from,
    to: filters.to,
  };
  return { reach, options };
}

/** Removes from a row what the caller may not read: the reason of a revocation is for admins. */
function known(actor: Actor): (row: queries.CertifiedRow) => queries.CertifiedRow {
  return actor.can("certificate.manage") ? (row) => row : (row) => ({ ...row, revoke_reason: null });
}

/** Whose certificate, and of which course or learning path. */
export interface Certified {
  user_id: number;
  course_id?: number | null;
  path_id?: number | null;
}

/**
 * Revokes a user's certificate for a course or learning path: its public page says so immediately, and its PDF is no longer available.
 * The reason is stored for admins.
 * @throws NotFound; Invalid without a reason; Conflict when it is already revoked
 */
export async function revokeCertificate(
  actor: Actor,
  which: Certified & { reason: string },
  branchUrl?: string | null,
): Promise<queries.CertifiedRow> {
  const reach = await actor.reach("certificate.manage", branchUrl);
  const reason = which.reason.trim();
  if (!reason) throw new Invalid({ reason: [t`Enter why the certificate is revoked.`] });
  if (reason.length > LONGEST_REASON)
    throw new Invalid({ reason: [t`A reason has at most ${LONGEST_REASON} characters.`] });
  const { found, id } = await getCertificate(reach, which);
  if (!(await queries.setRevoked(reach, id, reason))) throw new Conflict(t`This certificate has been revoked already.`);
  return changed(actor, reach, found, "certificate.revoked", { reason });
}

/** Restores a revoked certificate. @throws NotFound; Conflict when it is not revoked */
export async function restoreCertificate(
  actor: Actor,
  which: Certified,
  branchUrl?: string | null,
): Promise<queries.CertifiedRow> {
  const reach = await actor.reach("certificate.manage", branchUrl);
  const { found, id } = await getCertificate(reach, which);
  if (!(await queries.setRevoked(reach, id, null))) throw new Conflict(t`This certificate is not revoked.`);
  return changed(actor, reach, found, "certificate.restored", {});
}

/** Returns the certificate of the latest completion, and issues it if needed. */
async function getCertificate(reach: Reach<"certificate.manage">, which: Certified) {
  if ((which.course_id == null) === (which.path_id == null)) throw new Invalid({ course_id: [EITHER] });
  const found = await queries.findCertified(reach, which);
  if (!found) throw new NotFound("Certificate");
  const { id } = await issueOnce(reach, found);
  return { found, id };
}

async function changed(
  actor: Actor,
  reach: Reach<"certificate.manage">,
  certificate: queries.CertifiedRow,
  action: "certificate.revoked" | "certificate.restored",
  more: object,
): Promise<queries.CertifiedRow> {
  await recordAudit(actor, reach, {
    action,
    subject: { type: "certificate", id: certificate.user_id, name: certificate.user_name },
    changes: { [certificate.path_id === null ? "course" : "path"]: certificate.course_title, ...more },
  });
  return (await queries.findCertified(reach, certificate))!;
}
