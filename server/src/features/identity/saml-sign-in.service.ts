import type { Actor } from "../../access/actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import { answerFlow } from "./flows.queries.ts";
import { SignInRefused } from "./refused-sign-in.ts";
import { readReturnPath } from "./return-path.ts";
import { readResponse } from "./saml.service.ts";
import { finishSignIn, GONE, type Place } from "./sign-in.service.ts";

/**
 * Takes a response that a browser posts. It comes from a page of the provider, so that the browser sends no cookie with it:
 * one that answers a request is stored, and the browser is sent for it with its cookie. One that the provider started
 * signs in at once, where that is allowed.
 * @returns the address that goes on
 * @throws Conflict for a response that cannot be trusted, or answers no sign-in that waits
 */
export async function receiveResponse(
  actor: Actor,
  place: Place,
  { response, relayState }: { response: string; relayState: string | undefined },
): Promise<string> {
  const { platform, visit } = actor;
  const { instanceId, provider, origin } = place;
  const { identity, state } = await readResponse(platform, place, response);
  if (state !== null) {
    const isWaited = await inInstance(platform.database, instanceId, (db) =>
      answerFlow({ db, instanceId }, { state, providerId: provider.id, identity }),
    );
    if (!isWaited) throw new SignInRefused("ended", GONE);
    return `${origin}/sso/saml/${provider.id}/finish?state=${state}`;
  }
  if (!provider.is_active) throw new SignInRefused("ended", GONE);
  return finishSignIn(actor, place, { host: visit.host, return_path: readReturnPath(relayState) }, identity);
}
