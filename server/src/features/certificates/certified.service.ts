import type { Actor, Reach } from "../../access/actor.ts";
import { onePage, type PageOptions } from "../../db/page.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as queries from "./certified.queries.ts";
import { narrow, type Narrowing } from "../reports/narrowing.service.ts";
import { certify } from "./certificates.service.ts";

const LONGEST_REASON = 500;

/**
 * One page of who is certified for what and until when: the screen that shows who is due.
 * @throws Invalid for a state that is none
 */
export async function pageOfCertified(
  actor: Actor,
  asked: CertifiedRequest,
): Promise<{ rows: queries.CertifiedRow[]; total: number }> {
  const { reach, options } = await chosen(actor, asked);
  const rows = await queries.listCertified(reach, onePage(options));
  return { rows: rows.map(known(actor)), total: await queries.countCertified(reach, options) };
}

/** All of them, some hundreds at a time, and how many there are. @throws Invalid */
export async function allCertified(actor: Actor, asked: CertifiedRequest) {
  const { reach, options } = await chosen(actor, asked);
  async function* batches() {
    for await (const rows of queries.certifiedInBatches(reach, options)) yield rows.map(known(actor));
  }
  return { batches: batches(), count: () => queries.countCertified(reach, options) };
}

/** Days are those of completion. */
export type CertifiedRequest = PageOptions & Narrowing & { state?: string | null; courseId?: number | null };

async function chosen(actor: Actor, { state, courseId, search, sort, limit, offset, ...narrowing }: CertifiedRequest) {
  const { reach, params, said } = await narrow(actor, narrowing);
  if (state != null && !(queries.STATES as readonly string[]).includes(state))
    throw new Invalid({ state: [`The states are: ${queries.STATES.join(", ")}.`] });
  const { chosen: groups, categories, from, to } = params;
  const options: queries.CertifiedOptions = {
    state,
    courseId,
    search,
    sort,
    limit,
    offset,
    groups: said.includes("grouped") ? groups : null,
    categories: said.includes("categorised") ? categories : null,
    from,
    to,
  };
  return { reach, options };
}

/** What of a row this person may know: why a certificate was revoked is between administrators. */
function known(actor: Actor): (row: queries.CertifiedRow) => queries.CertifiedRow {
  return actor.can("certificate.manage") ? (row) => row : (row) => ({ ...row, revoke_reason: null });
}

export interface Certified {
  user_id: number;
  course_id: number;
}

/**
 * Revokes somebody's certificate for a course: its public page says so at once, and its PDF is given out no more. The reason
 * is kept for administrators.
 * @throws NotFound; Invalid without a reason; Conflict when it is revoked already
 */
export async function revokeCertificate(
  actor: Actor,
  which: Certified & { reason: string },
  branchUrl?: string | null,
): Promise<queries.CertifiedRow> {
  const reach = await actor.reach("certificate.manage", branchUrl);
  const reason = which.reason.trim();
  if (!reason) throw new Invalid({ reason: ["Say why the certificate is revoked."] });
  if (reason.length > LONGEST_REASON)
    throw new Invalid({ reason: [`A reason has at most ${LONGEST_REASON} characters.`] });
  const { found, id } = await certificateOf(reach, which);
  if (!(await queries.setRevoked(reach, id, reason))) throw new Conflict("This certificate has been revoked already.");
  return changed(actor, reach, found, "certificate.revoked", { reason });
}

/** Makes a revoked certificate good again. @throws NotFound; Conflict when it is not revoked */
export async function restoreCertificate(
  actor: Actor,
  which: Certified,
  branchUrl?: string | null,
): Promise<queries.CertifiedRow> {
  const reach = await actor.reach("certificate.manage", branchUrl);
  const { found, id } = await certificateOf(reach, which);
  if (!(await queries.setRevoked(reach, id, null))) throw new Conflict("This certificate is not revoked.");
  return changed(actor, reach, found, "certificate.restored", {});
}

/** The certificate of the latest completion; issued now, when nobody has asked for it yet. */
async function certificateOf(reach: Reach<"certificate.manage">, { user_id, course_id }: Certified) {
  const found = await queries.findCertified(reach, user_id, course_id);
  if (!found) throw new NotFound("Certificate");
  const { user_name, course_title, certificate_type, completed_on } = found;
  const id = await certify(reach, { user_id, course_id, user_name, course_title, certificate_type, completed_on });
  return { found, id };
}

async function changed(
  actor: Actor,
  reach: Reach<"certificate.manage">,
  { user_id, course_id, user_name, course_title }: queries.CertifiedRow,
  action: "certificate.revoked" | "certificate.restored",
  more: object,
): Promise<queries.CertifiedRow> {
  await recordAudit(actor, reach, {
    action,
    subject: { type: "certificate", id: user_id, name: user_name },
    changes: { course: course_title, ...more },
  });
  return (await queries.findCertified(reach, user_id, course_id))!;
}
