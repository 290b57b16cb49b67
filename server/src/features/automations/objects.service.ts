import type { Actor, Reach } from "../../access/actor.ts";
import type { ObjectKind } from "./automation-kinds.ts";
import { listKnown } from "./objects.queries.ts";

const NOUNS: Readonly<Record<ObjectKind, string>> = {
  branch: "Branch",
  group: "Group",
  field: "Field",
  course: "Course",
  path: "Learning path",
  badge: "Badge",
};

/** Finds what the caller cannot name in an automation. @returns the English noun of the first; null if there is none */
export async function findMissing(
  reach: Reach<"automation.manage">,
  objects: readonly { kind: ObjectKind; id: number }[],
): Promise<string | null> {
  const kinds = [...new Set(objects.map(({ kind }) => kind))];
  for (const kind of kinds) {
    const ids = [...new Set(objects.flatMap((each) => (each.kind === kind ? each.id : [])))];
    if ((await listKnown(reach, kind, { ids })).length < ids.length) return NOUNS[kind];
  }
  return null;
}

/** Lists what an automation of this site can name, at most a hundred of a kind. */
export async function listChoices(
  actor: Actor,
  kind: ObjectKind,
  search?: string | null,
  branchUrl?: string | null,
): Promise<{ id: number; name: string }[]> {
  return listKnown(await actor.reach("automation.manage", branchUrl), kind, { search: search ?? null });
}
