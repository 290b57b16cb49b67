import type { FastifyReply, FastifyRequest } from "fastify";
import { ZodError } from "zod";
import { AppError } from "../../errors.ts";
import { type RefusalReason, SignInRefused } from "./refused-sign-in.ts";

/** The addresses of a sign-in that people open; metadata and sign-out have other callers. */
const OF_PEOPLE = /^\/sso\/(oidc|saml)\/(\d{1,10})\/(start|callback|acs|finish)(\?|$)/;

/**
 * Leads a browser whose sign-in was refused to the client's page for that, which is in the person's language and the site's
 * look. The address names a reason of a list, the provider and the request; the log has the message by the request.
 * @returns false for other callers and for errors that are not a refusal
 */
export function showRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): boolean {
  const place = OF_PEOPLE.exec(request.url);
  const isRefusal = error instanceof AppError || error instanceof ZodError;
  if (!place || !isRefusal || !request.headers.accept?.includes("text/html")) return false;
  const reason = findReason(error);
  request.log.info({ provider: Number(place[2]), reason, why: error.message }, "a sign-in was refused");
  const search = new URLSearchParams({ reason, request: request.id });
  if (reason !== "unavailable") search.set("again", `${place[1]}/${place[2]}`);
  void reply
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .redirect(`/sign-in-refused?${search.toString()}`, 303);
  return true;
}

function findReason(error: AppError | ZodError): RefusalReason {
  if (error instanceof SignInRefused) return error.reason;
  if (error instanceof ZodError) return "failed";
  if (error.code === "NOT_FOUND") return "unavailable";
  return error.code === "RATE_LIMITED" ? "busy" : "denied";
}
