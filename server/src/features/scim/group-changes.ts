import type { Filter, Path } from "./filter.ts";
import type { Change } from "./patch.ts";
import { bad } from "./scim-error.ts";
import { type Attributes, LONGEST_EXTERNAL_ID, readList, readObject, readText, readValueText, toId } from "./values.ts";

/** What a request says of a group; missing fields stay as they are. */
export interface GroupInput {
  displayName?: string | null;
  externalId?: string | null;
  members?: ReadonlySet<number>;
}

/** Reads a group as it is created or replaced. Attributes that are read only, not stored or unknown are ignored. */
export function readGroup(body: Attributes): GroupInput {
  const input: GroupInput = {};
  if (body.has("displayname")) input.displayName = readText(body.get("displayname"), "displayName");
  if (body.has("externalid")) input.externalId = readText(body.get("externalid"), "externalId", LONGEST_EXTERNAL_ID);
  if (body.has("members")) input.members = readMembers(body.get("members"));
  return input;
}

/** Reads the changes of a group with these members, in order. @throws ScimError */
export function readGroupPatch(changes: readonly Change[], before: readonly number[]): GroupInput {
  const input: GroupInput = {};
  const members = new Set(before);
  for (const { op, path, value } of changes) {
    if (path !== null) {
      apply(op, path, value);
      continue;
    }
    const attributes = readObject(value, "value");
    for (const attribute of ["displayname", "externalid", "members"])
      if (attributes.has(attribute)) apply(op, { attribute, filter: null, sub: null }, attributes.get(attribute));
  }
  return { ...input, members };

  function apply(op: Change["op"], { attribute, filter }: Path, value: unknown): void {
    switch (attribute) {
      case "displayname":
        if (op === "remove") throw bad("mutability", "displayName cannot be removed.");
        input.displayName = readText(value, "displayName");
        return;
      case "externalid":
        input.externalId = op === "remove" ? null : readText(value, "externalId", LONGEST_EXTERNAL_ID);
        return;
      case "members":
        changeMembers(op, filter, value);
        return;
      case "id":
      case "meta":
      case "schemas":
        throw bad("mutability", `${attribute} is read only.`);
      default:
        throw bad("invalidPath", `There is no attribute '${attribute}'.`);
    }
  }

  function changeMembers(op: Change["op"], filter: Filter | null, value: unknown): void {
    if (filter !== null && op !== "remove") throw bad("mutability", "Members can only be added and removed.");
    if (op === "replace") members.clear();
    if (op !== "remove") {
      for (const id of readMembers(value)) members.add(id);
      return;
    }
    // Microsoft Entra ID names those to remove in the value, others in a filter; neither means all.
    const named = filter !== null ? namedIn(filter) : value === undefined || value === null ? null : readMembers(value);
    if (named === null) members.clear();
    else for (const id of named) members.delete(id);
  }
}

function readMembers(value: unknown): Set<number> {
  return new Set(
    readList(value, "members").map((member) => {
      const type =
        typeof member === "object" && member !== null ? readObject(member, "members").get("type") : undefined;
      if (typeof type === "string" && type.toLowerCase() === "group")
        throw bad("invalidValue", "members: groups cannot be members of groups.");
      const text = readValueText(member, "members");
      const id = toId(text);
      if (id === null) throw bad("invalidValue", `members: there is no user '${text}'.`);
      return id;
    }),
  );
}

/** Returns the users that a filter on members names: `value eq "5"`, and several of these with `or`. */
function namedIn(filter: Filter): number[] {
  if (filter.kind === "or") return filter.parts.flatMap(namedIn);
  if (filter.kind !== "compare" || filter.operator !== "eq" || filter.attribute !== "value")
    throw bad("invalidFilter", 'Members are chosen by value eq "…".');
  const id = toId(String(filter.value));
  return id === null ? [] : [id];
}
