import type { Reach } from "../../access/actor.ts";
import type { Platform } from "../../platform/platform.ts";
import { Invalid } from "../../errors.ts";
import { lockAndSum } from "./quota.queries.ts";

const GB = 1024 ** 3;

/**
 * Refuses bytes for which the instance or the person has no room left. Called before an upload begins, with what is known of its
 * size, and again in the transaction that makes the file known.
 * @param field named in the error
 * @throws Invalid
 */
export async function requireRoom({ config }: Platform, reach: Reach, bytes: number, field: string): Promise<void> {
  const { ofInstance, ofPerson, limitGb } = await lockAndSum(reach);
  const instanceGb = limitGb ?? config.INSTANCE_STORAGE_GB;
  const personGb = reach.role === "learner" ? config.LEARNER_STORAGE_GB : config.AUTHOR_STORAGE_GB;
  if (ofInstance + bytes > instanceGb * GB)
    throw new Invalid({
      [field]: [`This site may store ${instanceGb} GB of files, and there is no room left. Ask its administrator.`],
    });
  if (ofPerson + bytes > personGb * GB)
    throw new Invalid({
      [field]: [`You may store ${personGb} GB of files, and there is no room left. Ask an administrator.`],
    });
}
