import type { Actor, Reach } from "../../access/actor.ts";
import { isLabel, RESERVED_LABELS } from "../../access/host.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { differences, recordAudit } from "../audit/audit.service.ts";
import {
  describePictures,
  type PictureFiles,
  type PictureRemovals,
  storePictures,
  toWelcomeText,
} from "../themes/brand-pictures.service.ts";
import { toTheme } from "../themes/themes.service.ts";
import { followPathsOf } from "../learning-paths/membership.service.ts";
import * as queries from "./editing.queries.ts";
import * as members from "./members.queries.ts";
import { phrase, t } from "../../i18n/message.ts";

/** The fields of a branch's form; omitted fields stay as they are or get their default. */
export interface BranchInput extends PictureRemovals {
  name: string;
  url?: string | null | undefined;
  theme?: string | null | undefined;
  language?: string | null | undefined;
  is_default?: boolean | null | undefined;
  primary_color?: string | null | undefined;
  secondary_color?: string | null | undefined;
  /** Shown on the branch's login page, instead of the instance's. */
  welcome_text?: string | null | undefined;
}

export interface SavedBranch {
  id: number;
  name: string;
  url: string;
}

type Managing = Reach<"branch.manage"> | Reach<"branch.create">;
type Stored = NonNullable<Awaited<ReturnType<typeof queries.lockBranch>>>;

const LANGUAGES = ["en", "fr", "es"];
const LONGEST_NAME = 200;
const LONGEST_LABEL = 63;

/**
 * Creates a branch. Only users of the main site may: users limited to branches have no place for another.
 * @throws Invalid for a field; Conflict at the branch limit (P5)
 */
export async function createBranch(actor: Actor, input: BranchInput, pictures: PictureFiles): Promise<SavedBranch> {
  const reach = await actor.reach("branch.create");
  const { language } = await claimPlace(reach);
  const name = parseName(input);
  const url = input.url?.trim() ? toBranchUrl(input.url) : await freeUrl(reach, name);
  const fields = {
    ...toAppearance(input, null, language),
    name,
    url,
    is_default: input.is_default ?? false,
    welcome_text: toWelcomeText(input.welcome_text ?? null),
    ...(await storePictures(actor.platform, reach, pictures, {})),
  };
  if (fields.is_default) await queries.clearDefault(reach, null);
  const saved = await queries.insertBranch(reach, fields);
  if (!saved) throw urlIsTaken(url);
  const { logo_key: _, logo_dark_key: __, icon_key: ___, login_picture_key: ____, ...changes } = fields;
  await recordAudit(actor, reach, { action: "branch.created", subject: toAuditSubject({ ...saved, name }), changes });
  return { ...saved, name, url };
}

/**
 * Changes a branch.
 * @throws NotFound; Forbidden for another default branch without access to the main site; Invalid for a field
 */
export async function updateBranch(
  actor: Actor,
  id: number,
  input: BranchInput,
  pictures: PictureFiles,
  branchUrl?: string | null,
): Promise<SavedBranch> {
  const reach = await actor.reach("branch.manage", branchUrl);
  // The instance is locked first, as everywhere, because its default branch and the address of a branch may change.
  await queries.lockLimit(reach);
  const { id: _, ...before } = await lockBranch(reach, id);
  if (input.is_default != null && input.is_default !== before.is_default && !actor.can("branch.create"))
    throw new Forbidden();
  const fields: queries.BranchFields = {
    ...toAppearance(input, before, before.language),
    name: parseName(input),
    url: input.url?.trim() ? toBranchUrl(input.url) : before.url,
    is_default: input.is_default ?? before.is_default,
    welcome_text: input.welcome_text === undefined ? before.welcome_text : toWelcomeText(input.welcome_text),
    ...(await storePictures(actor.platform, reach, pictures, input)),
  };
  if (fields.is_default) await queries.clearDefault(reach, id);
  if (!(await queries.updateBranch(reach, id, fields))) throw urlIsTaken(fields.url);
  const changes = describePictures(differences(before, fields), pictures);
  if (Object.keys(changes).length > 0)
    await recordAudit(actor, reach, {
      action: "branch.updated",
      subject: toAuditSubject({ id, name: fields.name }),
      changes,
    });
  return { id, name: fields.name, url: fields.url };
}

/**
 * Deletes a branch: its address no longer signs users in, and sessions of users without other access end. A super_admin
 * deletes a branch of any instance (P67).
 */
export async function deleteBranch(actor: Actor, id: number, branchUrl?: string | null): Promise<{ id: number }> {
  const reach = await actor.reachRow("branch.create", "branches", id, branchUrl);
  const branch = await lockBranch(reach, id);
  const { loses_access } = await members.countDependent(reach, id, null);
  await members.endSessions(reach, id, null);
  await queries.deleteBranch(reach, id);
  await followPathsOf(actor, reach, { branchId: id });
  const changes = { people_without_access: loses_access };
  await recordAudit(actor, reach, { action: "branch.deleted", subject: toAuditSubject(branch), changes });
  return { id };
}

/** Ensures until the end of the transaction that the instance may have one more branch. @throws Conflict */
export async function claimPlace(reach: Managing | Reach<"deleted.restore">) {
  const { limit, used, language } = await queries.lockLimit(reach);
  const noun = limit === 1 ? phrase`branch` : phrase`branches`;
  if (limit !== null && used >= limit)
    throw new Conflict(
      t`Your organisation can have ${limit} ${noun} and has ${used}. Delete one first, or ask for more.`,
    );
  return { language };
}

async function lockBranch(reach: Managing, id: number): Promise<Stored> {
  const branch = await queries.lockBranch(reach, id);
  if (!branch) throw new NotFound("Branch");
  return branch;
}

function parseName(input: BranchInput): string {
  const name = input.name.trim();
  if (!name) throw new Invalid({ name: [t`Enter a branch name.`] });
  if (name.length > LONGEST_NAME)
    throw new Invalid({ name: [t`A branch name has at most ${LONGEST_NAME} characters.`] });
  return name;
}

function toAppearance(input: BranchInput, before: Stored | Omit<Stored, "id"> | null, usualLanguage: string) {
  const language = input.language || usualLanguage;
  if (!LANGUAGES.includes(language)) throw new Invalid({ language: [t`Choose English, French or Spanish.`] });
  // Without a theme there are no colours to keep.
  const kept = input.theme === undefined || input.theme ? before : null;
  const look = toTheme({
    theme: input.theme === undefined ? before?.theme : input.theme,
    primary_color: input.primary_color === undefined ? kept?.primary_color : input.primary_color,
    secondary_color: input.secondary_color === undefined ? kept?.secondary_color : input.secondary_color,
  });
  return { ...look, language };
}

/** Returns the label in front of the instance's own (P1). */
function toBranchUrl(typed: string): string {
  const url = typed.trim().toLowerCase();
  if (RESERVED_LABELS.has(url))
    throw new Invalid({ url: [t`'${url}' is kept for the product itself. Choose another.`] });
  if (!isLabel(url))
    throw new Invalid({
      url: [t`Use letters, digits and hyphens, not at the beginning or end, and at most 63 characters.`],
    });
  return url;
}

/** Makes an address from a name, with a number if it is taken. */
async function freeUrl(reach: Reach<"branch.create">, name: string): Promise<string> {
  const plain = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  const base = plain.slice(0, LONGEST_LABEL - 5).replace(/^-+|-+$/g, "") || "branch";
  const taken = await queries.listUrlsLike(reach, base);
  for (let number = 1; ; number++) {
    const url = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(url) && isLabel(url)) return url;
  }
}

function urlIsTaken(url: string): Invalid {
  return new Invalid({ url: [t`There is already a branch at '${url}'.`] });
}

function toAuditSubject({ id, name }: { id: number; name: string }) {
  return { type: "branch" as const, id, name };
}
