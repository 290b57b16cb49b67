import type { Actor, Reach } from "../../access/actor.ts";
import { type PageOptions, toPageOptions } from "../../db/page.ts";
import { Conflict, Forbidden, Invalid, NotFound, type Validation } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { differences, recordAudit } from "../audit/audit.service.ts";
import { chooseOwner } from "../courses/ownership.service.ts";
import { type IncomingFile, signedAddressOrNull, storeImage } from "../files/files.service.ts";
import * as queries from "./badges.queries.ts";

type Managing = Reach<"badge.manage">;

/** A badge as a client sends it. */
export interface BadgeInput {
  name: string;
  description?: string | null | undefined;
  criteria: string;
  course_id?: number | null | undefined;
  path_id?: number | null | undefined;
  remove_picture?: boolean | null | undefined;
}

/** A badge as the screens show it. */
export type Badge = Omit<queries.BadgeRow, "picture_key"> & { picture_url: string | null };

const LONGEST_NAME = 100;
const LONGEST_TEXT = 1_000;

/** Returns a page of the badges that the caller can award. */
export async function getPageOfBadges(
  actor: Actor,
  { branchUrl, ...options }: PageOptions & { branchUrl?: string | null | undefined },
) {
  const reach = await actor.reach("badge.manage", branchUrl);
  const page = toPageOptions(options);
  const rows = await queries.listBadges(reach, page);
  return { total: await queries.countBadges(reach, page.search), rows: rows.map((row) => toBadge(actor, row)) };
}

/** Returns a badge the caller manages. @throws NotFound */
export async function getBadge(actor: Actor, id: number, branchUrl?: string | null): Promise<Badge> {
  return toBadge(actor, await findBadge(await actor.reach("badge.manage", branchUrl), id));
}

/** Creates a badge, which belongs to the site where it is created. @throws Invalid by field; NotFound */
export async function createBadge(
  actor: Actor,
  input: BadgeInput,
  picture?: IncomingFile | null,
  branchUrl?: string | null,
): Promise<Badge> {
  const reach = await actor.reach("badge.manage", branchUrl);
  const fields = await check(reach, input);
  const branch_id = chooseOwner("badge", reach);
  const picture_key = picture ? await storeImage(actor.platform, reach, picture, "picture") : null;
  const id = await queries.insertBadge(reach, { ...fields, branch_id, picture_key });
  await recordAudit(actor, reach, {
    action: "badge.created",
    subject: toSubject({ id, ...fields }),
    changes: { ...fields },
  });
  return getBadge(actor, id, branchUrl);
}

/**
 * Changes a badge. Credentials that are already signed stay as they are.
 * @throws NotFound; Forbidden for one of another site; Conflict when it has changed since `version`; Invalid by field
 */
export async function updateBadge(
  actor: Actor,
  { id, version, input }: { id: number; version: number; input: BadgeInput },
  picture?: IncomingFile | null,
  branchUrl?: string | null,
): Promise<Badge> {
  const reach = await actor.reach("badge.manage", branchUrl);
  const before = await lockOwn(reach, id);
  if (before.version !== version)
    throw new Conflict(t`This badge was changed by someone else meanwhile. Reload the page to see the change.`);
  const fields = await check(reach, input, before);
  const kept = input.remove_picture ? null : before.picture_key;
  const picture_key = picture ? await storeImage(actor.platform, reach, picture, "picture") : kept;
  const changes = {
    ...differences(toFields(before), fields),
    ...(picture_key !== before.picture_key && { picture: picture_key === null ? "removed" : "replaced" }),
  };
  // The version stays without a change: forms that are open elsewhere still show the badge as it is.
  if (Object.keys(changes).length > 0) {
    await queries.updateBadge(reach, id, { ...fields, picture_key });
    await recordAudit(actor, reach, { action: "badge.updated", subject: toSubject(before), changes });
  }
  return getBadge(actor, id, branchUrl);
}

/** Deletes a badge, which can be restored for 30 days. Until then nobody sees its awards. @throws NotFound, Forbidden */
export async function deleteBadge(actor: Actor, id: number, branchUrl?: string | null): Promise<{ id: number }> {
  const reach = await actor.reach("badge.manage", branchUrl);
  const badge = await lockOwn(reach, id);
  await queries.markDeleted(reach, id);
  await recordAudit(actor, reach, { action: "badge.deleted", subject: toSubject(badge) });
  return { id };
}

/** Finds a badge of the reach. @throws NotFound */
export async function findBadge(reach: Managing, id: number): Promise<queries.BadgeRow> {
  const found = await queries.findBadge(reach, id);
  if (!found) throw new NotFound("Badge");
  return found;
}

async function lockOwn(reach: Managing, id: number): Promise<queries.BadgeRow> {
  const found = await queries.findBadge(reach, id, { lock: true });
  if (!found) throw new NotFound("Badge");
  if (!found.may_edit) throw new Forbidden();
  return found;
}

/**
 * Checks the fields of a badge.
 * @param before the badge that is changed: the course or learning path that it has may be deleted by now
 */
async function check(
  reach: Managing,
  input: BadgeInput,
  before?: Pick<queries.BadgeFields, "course_id" | "path_id">,
): Promise<queries.BadgeFields> {
  const fields = {
    name: input.name.trim(),
    description: (input.description ?? "").trim(),
    criteria: input.criteria.trim(),
    course_id: input.course_id ?? null,
    path_id: input.path_id ?? null,
  };
  const problems: Validation = {};
  if (!fields.name) problems["name"] = [t`Enter a name.`];
  if (fields.name.length > LONGEST_NAME) problems["name"] = [t`A name has at most ${LONGEST_NAME} characters.`];
  if (!fields.criteria) problems["criteria"] = [t`Say how people earn this badge.`];
  for (const field of ["description", "criteria"] as const)
    if (fields[field].length > LONGEST_TEXT) problems[field] = [t`This text is too long.`];
  if (fields.course_id !== null && fields.path_id !== null)
    problems["path_id"] = [t`Choose a course or a learning path, not both.`];
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  const isNamed = fields.course_id !== null || fields.path_id !== null;
  const isKept = before?.course_id === fields.course_id && before.path_id === fields.path_id;
  if (isNamed && !isKept && !(await queries.isKnown(reach, fields)))
    throw new NotFound(fields.course_id === null ? "Learning path" : "Course");
  return fields;
}

const toFields = ({ name, description, criteria, course_id, path_id }: queries.BadgeRow): queries.BadgeFields => ({
  name,
  description,
  criteria,
  course_id,
  path_id,
});

function toBadge({ platform }: Actor, { picture_key, ...row }: queries.BadgeRow): Badge {
  return { ...row, picture_url: signedAddressOrNull(platform.secret, picture_key) };
}

/** The subject of audit entries about a badge. */
export const toSubject = ({ id, name }: { id: number; name: string }) => ({ type: "badge" as const, id, name });
