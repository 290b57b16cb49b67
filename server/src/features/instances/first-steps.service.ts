import type { Actor } from "../../access/actor.ts";
import * as queries from "./first-steps.queries.ts";

export type { FirstSteps } from "./first-steps.queries.ts";

/** Returns which first steps with the instance are done. */
export async function readFirstSteps(actor: Actor): Promise<queries.FirstSteps> {
  return queries.readFirstSteps(await actor.reach("first_steps.view"));
}

/** Hides the first steps for all admins of the instance, or shows them again. */
export async function hideFirstSteps(actor: Actor, isHidden: boolean): Promise<queries.FirstSteps> {
  const reach = await actor.reach("first_steps.view");
  await queries.setHidden(reach, isHidden);
  return queries.readFirstSteps(reach);
}
