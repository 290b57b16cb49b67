import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import * as queries from "./editing.queries.ts";
import { getEditableCourse } from "./ownership.service.ts";

export type { Editing } from "./editing.queries.ts";

/**
 * Says that a window has the course open for writing, or, with `isLeaving`, that it closes; tells who else has, and which version
 * is the newest.
 * @param window a word that the window chose for itself
 */
export async function announceEditing(
  actor: Actor,
  { id, window, isLeaving }: { id: number; window: string; isLeaving: boolean },
  branchUrl?: string | null,
): Promise<queries.Editing> {
  const reach = await actor.reach("course.author", branchUrl);
  if (!/^[\w-]{1,64}$/.test(window)) throw new Invalid({ window: ["This is not the name of a window."] });
  await getEditableCourse(reach, id);
  if (isLeaving) await queries.closeWindow(reach, id, window);
  else await queries.keepWindow(reach, id, window);
  return queries.findEditing(reach, id, window);
}
