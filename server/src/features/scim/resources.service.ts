import type { Actor } from "../../access/actor.ts";
import type { Listing } from "./conditions.ts";
import { parseFilter, toAttributeName } from "./filter.ts";
import { readGroup, readGroupPatch } from "./group-changes.ts";
import { type Change, readPatch } from "./patch.ts";
import { namesVersion, type Projection, project, readProjection, type Resource } from "./representation.ts";
import { bad, missing, ScimError } from "./scim-error.ts";
import * as groups from "./scim-groups.service.ts";
import { recordProvisioning } from "./scim-log.service.ts";
import * as users from "./scim-users.service.ts";
import { readUser, readUserPatch } from "./user-changes.ts";
import { readObject, toId } from "./values.ts";

/** A request to a list of users or groups, or to one of them. */
export interface ScimRequest {
  method: string;
  kind: Kind;
  /** The part of the path after the kind; null for the list. */
  id: string | null;
  /** Parameters of the address, or of the body of a search. */
  query: Record<string, unknown>;
  ifMatch: string | null;
  ifNoneMatch: string | null;
  body: unknown;
  /** The address of the interface: `https://…/scim/v2`. */
  base: string;
}

export type Kind = "Users" | "Groups";

export interface ScimAnswer {
  status: number;
  /** Undefined for an answer without a body. */
  body?: unknown;
  /** The resource that was changed or read. */
  resource?: Resource;
}

export const LIST_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
export const MOST_RESULTS = 200;
const RESULTS = 100;
const LARGEST_START = 1_000_000;

/** Answers a request, and keeps what it changed in the log of provisioning. @throws ScimError, AppError */
export async function answer(actor: Actor, request: ScimRequest): Promise<ScimAnswer> {
  const done = await run(actor, request);
  if (request.method !== "GET") await recordProvisioning(actor, request, done);
  return done;
}

async function run(actor: Actor, request: ScimRequest): Promise<ScimAnswer> {
  const { method, id, query, ifNoneMatch } = request;
  const projection = readProjection(query["attributes"], query["excludedAttributes"]);
  const { list, get, create, replace, patch, remove } = chooseActions(actor, request, projection);
  if (id === null) {
    if (method === "GET") return toListAnswer(await list(readListing(query)), query, projection);
    if (method !== "POST") throw new ScimError(405, `${method} is not possible here.`);
    const created = await create();
    return { status: 201, body: project(created, projection), resource: created };
  }
  if (method === "GET") {
    const resource = await get();
    if (ifNoneMatch !== null && namesVersion(ifNoneMatch, resource.meta.version)) return { status: 304, resource };
    return { status: 200, body: project(resource, projection), resource };
  }
  if (method === "DELETE") return { status: 204, resource: await remove() };
  if (method !== "PUT" && method !== "PATCH") throw new ScimError(405, `${method} is not possible here.`);
  const changed = method === "PUT" ? await replace() : await patch(readPatch(request.body));
  return { status: 200, body: project(changed, projection), resource: changed };
}

/** What is possible with a kind of resource. */
function chooseActions(actor: Actor, request: ScimRequest, projection: Projection) {
  const { base, ifMatch } = request;
  const id = () => {
    const number = toId(request.id ?? "");
    if (number === null) throw missing(request.kind === "Users" ? "User" : "Group");
    return number;
  };
  const body = () => readObject(request.body, "The body");
  if (request.kind === "Users") {
    const asked = { ifMatch, base };
    return {
      list: (listing: Listing) => users.listUsers(actor, listing, base),
      get: () => users.getUser(actor, id(), base),
      create: () => users.createUser(actor, readUser(body()), base),
      replace: () => users.updateUser(actor, id(), readUser(body()), asked),
      patch: (changes: Change[]) => users.updateUser(actor, id(), readUserPatch(changes), asked),
      remove: () => users.deleteUser(actor, id(), asked),
    };
  }
  const shown = { projection, base };
  const asked = { ...shown, ifMatch };
  return {
    list: (listing: Listing) => groups.listGroups(actor, listing, shown),
    get: () => groups.getGroup(actor, id(), shown),
    create: () => groups.createGroup(actor, readGroup(body()), shown),
    replace: () => {
      const input = readGroup(body());
      // Replacing a group without members leaves it none.
      return groups.updateGroup(actor, id(), () => ({ ...input, members: input.members ?? new Set() }), asked);
    },
    patch: (changes: Change[]) => groups.updateGroup(actor, id(), (members) => readGroupPatch(changes, members), asked),
    remove: () => groups.deleteGroup(actor, id(), asked),
  };
}

function toListAnswer(
  { resources, total }: { resources: Resource[]; total: number },
  query: Record<string, unknown>,
  projection: Projection,
): ScimAnswer {
  return {
    status: 200,
    body: {
      schemas: [LIST_SCHEMA],
      totalResults: total,
      startIndex: readListing(query).offset + 1,
      itemsPerPage: resources.length,
      Resources: resources.map((resource) => project(resource, projection)),
    },
  };
}

/** Reads how a list is filtered, sorted and paged. @throws ScimError */
function readListing(query: Record<string, unknown>): Listing {
  const filter = readParameter(query, "filter");
  const sortBy = readParameter(query, "sortBy");
  const start = readInteger(query, "startIndex", 1);
  const count = readInteger(query, "count", RESULTS);
  return {
    filter: filter === null ? null : parseFilter(filter),
    sortBy: sortBy === null ? null : toAttributeName(sortBy),
    isDescending: readParameter(query, "sortOrder")?.toLowerCase() === "descending",
    offset: Math.min(Math.max(start, 1), LARGEST_START) - 1,
    limit: Math.min(Math.max(count, 0), MOST_RESULTS),
  };
}

function readParameter(query: Record<string, unknown>, name: string): string | null {
  const value = query[name];
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string") throw bad("invalidValue", `${name}: one text is expected.`);
  return value;
}

function readInteger(query: Record<string, unknown>, name: string, usual: number): number {
  const value = query[name] ?? usual;
  const number = typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (!Number.isSafeInteger(number)) throw bad("invalidValue", `${name}: a whole number is expected.`);
  return number as number;
}
