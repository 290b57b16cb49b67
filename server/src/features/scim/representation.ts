import { createHash } from "node:crypto";
import { toAttributeName } from "./filter.ts";
import { ScimError } from "./scim-error.ts";
import type { GroupRow, MemberRow } from "./scim-groups.queries.ts";
import type { UserRow } from "./scim-users.queries.ts";

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";

/** A resource as clients see it. */
export interface Resource {
  schemas: string[];
  id: string;
  meta: { resourceType: string; location: string; version: string; created: string; lastModified?: string };
  [attribute: string]: unknown;
}

/** Returns a user as a resource. @param base the address of the interface, `https://…/scim/v2` */
export function toUserResource(row: UserRow, base: string): Resource {
  const formatted = `${row.first_name} ${row.last_name}`;
  const user = {
    id: String(row.id),
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.email,
    name: { formatted, familyName: row.last_name, givenName: row.first_name },
    displayName: formatted,
    emails: [{ value: row.email, type: "work", primary: true }],
    active: row.is_active,
    roles: [{ value: row.role, primary: true }],
    groups: row.groups.map(({ id, name }) => ({
      value: String(id),
      display: name,
      $ref: `${base}/Groups/${id}`,
      type: "direct",
    })),
  };
  return {
    schemas: [USER_SCHEMA],
    ...user,
    meta: {
      resourceType: "User",
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: `${base}/Users/${row.id}`,
      version: toVersion(user),
    },
  };
}

/** Returns a group as a resource. @param members null leaves them out */
export function toGroupResource(row: GroupRow, members: MemberRow[] | null, base: string): Resource {
  const group = {
    id: String(row.id),
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.name,
  };
  return {
    schemas: [GROUP_SCHEMA],
    ...group,
    ...(members !== null && {
      members: members.map(({ id, name }) => ({
        value: String(id),
        display: name,
        $ref: `${base}/Users/${id}`,
        type: "User",
      })),
    }),
    meta: {
      resourceType: "Group",
      created: row.created_at.toISOString(),
      location: `${base}/Groups/${row.id}`,
      version: toVersion([group, row.members_hash]),
    },
  };
}

/** Returns a weak entity tag that changes with what a resource shows, wherever it was changed. */
function toVersion(shown: unknown): string {
  return `W/"${createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 22)}"`;
}

/** Refuses a change of a version that the client does not mean. @throws ScimError 412 */
export function checkVersion(ifMatch: string | null, { meta }: Resource): void {
  if (ifMatch !== null && !namesVersion(ifMatch, meta.version))
    throw new ScimError(412, "The resource has changed since it was read.");
}

/** Tells whether an If-Match or If-None-Match header names a version; weak and strong tags are compared alike. */
export function namesVersion(header: string, version: string): boolean {
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(version.replace(/^W\//, ""));
}

/** Which attributes an answer has: those named, or all but those named; names are in lower case. */
export interface Projection {
  attributes: ReadonlySet<string> | null;
  excluded: ReadonlySet<string>;
}

const LONGEST_NAMES = 2_000;

/** Reads the parameters `attributes` and `excludedAttributes`, as a list or separated by commas. */
export function readProjection(attributes: unknown, excluded: unknown): Projection {
  const named = readNames(attributes);
  return { attributes: named.size === 0 ? null : named, excluded: readNames(excluded) };
}

function readNames(value: unknown): Set<string> {
  const text = Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : "";
  const names = text.slice(0, LONGEST_NAMES).split(",");
  return new Set(names.map((name) => toAttributeName(name.trim())).filter((name) => name !== ""));
}

const ALWAYS: ReadonlySet<string> = new Set(["schemas", "id"]);

/** Tells whether an answer has an attribute, or a part of it. */
export function isWanted({ attributes, excluded }: Projection, attribute: string): boolean {
  if (attributes === null) return !excluded.has(attribute);
  return attributes.has(attribute) || [...attributes].some((name) => name.startsWith(`${attribute}.`));
}

/** Returns a resource with the wanted attributes (RFC 7644, 3.9); `schemas` and `id` always stay. */
export function project(resource: Resource, wanted: Projection): Partial<Resource> {
  const attributes = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    const key = name.toLowerCase();
    if (ALWAYS.has(key)) return [[name, value]];
    return isWanted(wanted, key) ? [[name, projectInner(key, value, wanted)]] : [];
  });
  return Object.fromEntries(attributes);
}

/** Limits an attribute to the wanted sub-attributes. */
function projectInner(attribute: string, value: unknown, { attributes, excluded }: Projection): unknown {
  if (Array.isArray(value)) return value.map((each) => projectInner(attribute, each, { attributes, excluded }));
  if (typeof value !== "object" || value === null || attributes?.has(attribute)) return value;
  const stays = (name: string) =>
    attributes === null ? !excluded.has(`${attribute}.${name}`) : attributes.has(`${attribute}.${name}`);
  return Object.fromEntries(Object.entries(value).filter(([name]) => stays(name.toLowerCase())));
}
