import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import * as queries from "./editing.queries.ts";
import { getEditableCourse } from "./ownership.service.ts";
import { t } from "../../i18n/message.ts";

export type { Editing } from "./editing.queries.ts";

/**
 * Records that a window has the course open in the editor, or, with `isLeaving`, that it was closed. Returns the other
 * editors and the newest version.
 * @param window an id that the window chose
 */
export async function announceEditing(
  actor: Actor,
  { id, window, isLeaving }: { id: number; window: string; isLeaving: boolean },
  branchUrl?: string | null,
): Promise<queries.Editing> {
  const reach = await actor.reach("course.author", branchUrl);
  if (!/^[\w-]{1,64}$/.test(window)) throw new Invalid({ window: [t`This is not the name of a window.`] });
  await getEditableCourse(reach, id);
  if (isLeaving) await queries.closeWindow(reach, id, window);
  else await queries.keepWindow(reach, id, window);
  return queries.findEditing(reach, id, window);
}
