import { type Filter, type Path, parsePath } from "./filter.ts";
import type { Change } from "./patch.ts";
import { bad, ScimError } from "./scim-error.ts";
import {
  type Attributes,
  LONGEST_EXTERNAL_ID,
  readBoolean,
  readList,
  readObject,
  readText,
  readValueText,
} from "./values.ts";

/** What a request says of a user; missing fields stay as they are. */
export interface UserInput {
  userName?: string | null;
  givenName?: string | null;
  familyName?: string | null;
  /** A whole name, of which a new user's names are made when they are missing. */
  wholeName?: string | null;
  active?: boolean;
  externalId?: string | null;
  role?: string | null;
  /** Roles that are taken away from who has them. */
  removedRoles?: readonly string[];
}

/** Reads a user as it is created or replaced. Attributes that are read only, not stored or unknown are ignored. */
export function readUser(body: Attributes): UserInput {
  const input: UserInput = {};
  for (const [attribute, value] of body) set(input, { attribute, filter: null, sub: null }, value);
  return input;
}

/** Reads the changes of a user, in order. @throws ScimError */
export function readUserPatch(changes: readonly Change[]): UserInput {
  const input: UserInput = {};
  for (const { op, path, value } of changes) {
    if (path !== null) {
      if (READ_ONLY.has(path.attribute)) throw bad("mutability", `${path.attribute} is read only.`);
      if (op === "remove" && path.attribute === "roles") {
        removeRoles(input, path.filter, value);
        continue;
      }
      const isKnown = set(input, path, op === "remove" ? null : value, op === "remove");
      if (!isKnown) throw bad("invalidPath", `There is no attribute '${path.attribute}'.`);
      continue;
    }
    // Without a path the value has attributes, of which some clients write the names as paths.
    for (const [name, item] of readObject(value, "value")) {
      const inner = findPath(name);
      if (inner) set(input, inner, item);
    }
  }
  return input;
}

const READ_ONLY: ReadonlySet<string> = new Set(["id", "meta", "groups", "schemas"]);

/** Attributes of RFC 7643 that identity providers send and that are not stored here, or follow from others. */
const NOT_STORED: ReadonlySet<string> = new Set([
  "displayname",
  "nickname",
  "profileurl",
  "title",
  "usertype",
  "preferredlanguage",
  "locale",
  "timezone",
  "password",
  "emails",
  "phonenumbers",
  "ims",
  "photos",
  "addresses",
  "entitlements",
  "x509certificates",
]);

/** Stores the value of one attribute. @returns whether the attribute is known */
function set(input: UserInput, { attribute, sub }: Path, value: unknown, isRemoved = false): boolean {
  switch (attribute) {
    case "username":
      input.userName = readText(value, "userName");
      return true;
    case "active":
      if (isRemoved) throw bad("mutability", "active cannot be removed.");
      input.active = readBoolean(value, "active");
      return true;
    case "externalid":
      input.externalId = readText(value, "externalId", LONGEST_EXTERNAL_ID);
      return true;
    case "name":
      return setName(input, sub, value);
    case "roles":
      input.role = readRole(value);
      return true;
    case "displayname":
      input.wholeName ??= readText(value, "displayName");
      return true;
    default:
      return READ_ONLY.has(attribute) || NOT_STORED.has(attribute) || attribute.startsWith("urn:");
  }
}

/**
 * Takes roles away: those that a filter or the value names, or whichever the user has. It leaves what every user is. A user who
 * has got another role by then keeps it.
 */
function removeRoles(input: UserInput, filter: Filter | null, value: unknown): void {
  const named = filter !== null ? namedIn(filter) : value == null ? null : readList(value, "roles").map(readRoleName);
  if (named === null) input.role = "learner";
  else if (input.role == null) input.removedRoles = [...(input.removedRoles ?? []), ...named];
  else if (named.includes(input.role)) input.role = "learner";
}

/** Returns the roles that a filter names: `value eq "manager"`, and several of these with `or`; null for the one that the user has. */
function namedIn(filter: Filter): string[] | null {
  if (filter.kind === "or") {
    const parts = filter.parts.map(namedIn);
    return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
  }
  const isOfValue = filter.kind === "compare" && filter.operator === "eq" && filter.attribute === "value";
  return isOfValue ? [String(filter.value).toLowerCase()] : null;
}

const readRoleName = (role: unknown): string => readValueText(role, "roles").toLowerCase();

function setName(input: UserInput, sub: string | null, value: unknown): boolean {
  if (sub === null) {
    if (value === null || value === undefined) return true;
    for (const [name, part] of readObject(value, "name")) setName(input, name, part);
    return true;
  }
  if (sub === "givenname") input.givenName = readText(value, "name.givenName");
  else if (sub === "familyname") input.familyName = readText(value, "name.familyName");
  else if (sub === "formatted") input.wholeName = readText(value, "name.formatted");
  return true;
}

/** Returns the role of a list of roles: the primary one, or the first. Null for an empty list. */
function readRole(value: unknown): string | null {
  const list = readList(value, "roles").map((role) => ({ role, text: readRoleName(role) }));
  const primary = list.find(({ role }) => {
    const flag = typeof role === "object" ? readObject(role, "roles").get("primary") : undefined;
    return flag !== undefined && flag !== null && readBoolean(flag, "roles.primary");
  });
  return (primary ?? list[0])?.text ?? null;
}

function findPath(name: string): Path | null {
  try {
    return parsePath(name);
  } catch (error) {
    if (error instanceof ScimError) return null;
    throw error;
  }
}
