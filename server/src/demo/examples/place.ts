import { findInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import type { RunAsActor } from "../../features/files/files.service.ts";
import type { Platform } from "../../platform/platform.ts";
import { actAs } from "../act-as.ts";

const DOMAIN = "demo";

/** The demo instance as the examples use it. */
export interface DemoPlace {
  platform: Platform;
  domain: string;
  instanceId: number;
  /** Runs work as the user with this e-mail. */
  as: <T>(email: string, work: (run: RunAsActor) => Promise<T>) => Promise<T>;
  /** Runs work on the instance's own data. */
  inside: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
}

/** Finds the demo instance. Throws if there is none. */
export async function openPlace(platform: Platform): Promise<DemoPlace> {
  const instanceId = await findInstanceId(platform.database, DOMAIN);
  if (instanceId === null) throw new Error(`There is no instance '${DOMAIN}'.`);
  const inside = <T>(work: (db: Db) => Promise<T>) => inInstance(platform.database, instanceId, work);
  return {
    platform,
    domain: DOMAIN,
    instanceId,
    inside,
    as: async (email, work) => {
      const { id: userId } = await inside((db) =>
        db
          .selectFrom("users")
          .select("id")
          .where("instance_id", "=", instanceId)
          .where("email", "=", email)
          .executeTakeFirstOrThrow(),
      );
      return actAs(platform, { domain: DOMAIN, instanceId, userId }, work);
    },
  };
}
