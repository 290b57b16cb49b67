import type { Actor } from "../access/actor.ts";
import type { Visit } from "../access/person.ts";
import { closeSession, openSession } from "../access/session.ts";
import { inInstance } from "../access/tenancy.ts";
import { type ActorOptions, withActor } from "../access/with-actor.ts";
import type { RunAsActor } from "../features/files/files.service.ts";
import type { Platform } from "../platform/platform.ts";

/** A user of an instance of the demo. */
export interface DemoUser {
  domain: string;
  instanceId: number;
  userId: number;
}

/** Runs work as a user of the demo, through the product's own request context. */
export async function actAs<T>(
  platform: Platform,
  { domain, instanceId, userId }: DemoUser,
  work: (run: RunAsActor) => Promise<T>,
): Promise<T> {
  const visit = createVisit(platform, domain);
  const token = await inInstance(platform.database, instanceId, (db) => openSession(db, instanceId, userId, visit));
  const result = await work((each) => withActor(platform, visit, token, each));
  await inInstance(platform.database, instanceId, (db) => closeSession(db, token));
  return result;
}

/** Runs work as the holder of a token, such as credentials of the learning record store. */
export function actWith<T>(
  platform: Platform,
  domain: string,
  token: string,
  work: (actor: Actor) => Promise<T>,
  options: ActorOptions,
): Promise<T> {
  return withActor(platform, createVisit(platform, domain), token, work, () => true, options);
}

function createVisit({ config }: Platform, domain: string): Visit {
  return {
    host: `${domain}.${config.BASE_DOMAIN}`,
    origin: `http://${domain}.${config.BASE_DOMAIN}:${config.PORT}`,
    address: "127.0.0.1",
    userAgent: "demo data",
    language: "en",
    requestId: "demo",
    instanceLabel: domain,
    branchLabel: null,
  };
}
