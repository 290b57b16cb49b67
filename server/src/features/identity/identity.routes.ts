import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { Actor } from "../../access/actor.ts";
import { Conflict } from "../../errors.ts";
import { toVisit } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import { SignInRefused } from "./refused-sign-in.ts";
import { showRefusal } from "./refusal-page.ts";
import { readCallback, toAuthorizationUrl } from "./oidc.service.ts";
import { receiveLogoutToken } from "./oidc-logout.service.ts";
import { type LogoutMessage, receiveLogout } from "./saml-logout.service.ts";
import { describeProduct, toRequestUrl } from "./saml.service.ts";
import { receiveResponse } from "./saml-sign-in.service.ts";
import {
  finishSignIn,
  finishTest,
  findPlace,
  GONE,
  type Leaving,
  type Place,
  startSignIn,
  takeFlow,
  toLoginPage,
} from "./sign-in.service.ts";

const params = z.object({ provider: z.coerce.number().int().min(1).max(2_147_483_647) });
const text = z.string().max(4_000).optional();
// What a link of another release asks for in `account` changes nothing.
const account = z.literal("choose").optional().catch(undefined);
const startQuery = z.object({ site: text, return: text, test: text, account });
const COOKIE_SECONDS = 15 * 60;

/** Registers the addresses to which browsers go for a sign-in by an identity provider, all before anybody is signed in. */
export function identityRoutes(app: FastifyInstance, platform: Platform): void {
  void app.register((scope, _, done) => {
    scope.setErrorHandler((error, request, reply) => {
      if (showRefusal(error, request, reply)) return reply;
      throw error;
    });
    registerRoutes(scope, platform);
    done();
  });
}

function registerRoutes(app: FastifyInstance, platform: Platform): void {
  const toActor = (request: FastifyRequest) => new Actor(toVisit(request, platform), platform, null);

  app.get("/sso/oidc/:provider/start", async (request, reply) => {
    const actor = toActor(request);
    const place = await findPlace(actor, "oidc", params.parse(request.params).provider);
    const leaving = await startSignIn(actor, place, startQuery.parse(request.query));
    if ("elsewhere" in leaving) return redirect(reply, leaving.elsewhere);
    const address = await toAuthorizationUrl(platform, { ...leaving, redirectUri: toCallback(leaving) });
    setCookie(request, reply, leaving);
    return redirect(reply, address.href);
  });

  app.get("/sso/oidc/:provider/callback", async (request, reply) => {
    const actor = toActor(request);
    const place = await findPlace(actor, "oidc", params.parse(request.params).provider);
    const query = z.object({ state: text }).parse(request.query);
    const state = query.state ?? "";
    const flow = await takeFlow(actor, place, { state, browser: takeCookie(request, reply, state) });
    const search = request.url.slice(request.url.indexOf("?"));
    const read = () => readCallback(platform, { ...place, state, redirectUri: toCallback(place) }, search);
    if (flow.test_by !== null) return redirect(reply, await finishTest(actor, place, flow, await orProblem(read)));
    return redirect(reply, await finishSignIn(actor, place, flow, await read()));
  });

  samlRoutes(app, platform, toActor);
  oidcLogoutRoutes(app, platform, toActor);
}

/** Responses of SAML are long: groups, certificates, encrypted parts. */
const MOST_BYTES = 128 * 1024;
const logoutBody = z.union([
  z.object({ SAMLRequest: z.string().min(1).max(MOST_BYTES), RelayState: text }),
  z.object({ SAMLResponse: z.string().max(MOST_BYTES), RelayState: text }),
]);
const samlBody = z.object({ SAMLResponse: z.string().max(MOST_BYTES), RelayState: text });

function samlRoutes(app: FastifyInstance, platform: Platform, toActor: (request: FastifyRequest) => Actor): void {
  const findSaml = (actor: Actor, request: FastifyRequest) =>
    findPlace(actor, "saml", params.parse(request.params).provider);

  app.get("/sso/saml/:provider/metadata", async (request, reply) => {
    const place = await findSaml(toActor(request), request);
    return reply.type("application/samlmetadata+xml; charset=utf-8").send(await describeProduct(platform, place));
  });

  app.get("/sso/saml/:provider/start", async (request, reply) => {
    const actor = toActor(request);
    const leaving = await startSignIn(actor, await findSaml(actor, request), startQuery.parse(request.query));
    if ("elsewhere" in leaving) return redirect(reply, leaving.elsewhere);
    const address = await toRequestUrl(platform, leaving);
    setCookie(request, reply, leaving);
    return redirect(reply, address);
  });

  void app.register((scope, _, done) => {
    // Other forms of the product are short.
    scope.removeContentTypeParser("application/x-www-form-urlencoded");
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: MOST_BYTES },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post(
      "/sso/saml/:provider/acs",
      { bodyLimit: MOST_BYTES, config: { isPublic: true, anonymousBytes: MOST_BYTES } },
      async (request, reply) => {
        const actor = toActor(request);
        const place = await findSaml(actor, request);
        const { SAMLResponse, RelayState } = samlBody.parse(request.body);
        return redirect(reply, await receiveResponse(actor, place, { response: SAMLResponse, relayState: RelayState }));
      },
    );
    scope.post(
      "/sso/saml/:provider/slo",
      { bodyLimit: MOST_BYTES, config: { isPublic: true, anonymousBytes: MOST_BYTES } },
      async (request, reply) => {
        const place = await findSaml(toActor(request), request);
        const form = logoutBody.parse(request.body);
        return endThere(request, reply, place, "SAMLRequest" in form ? { form } : null, form.RelayState);
      },
    );
    done();
  });

  /** Ends what a provider asks for, or takes a person back who has signed out there. */
  const endThere = async (
    request: FastifyRequest,
    reply: FastifyReply,
    place: Place,
    message: LogoutMessage | null,
    relayState: string | undefined,
  ) => {
    const address = message && (await receiveLogout(platform, place, message));
    return redirect(reply, address ?? toLoginPage(toActor(request), place, message ? undefined : relayState));
  };

  app.get("/sso/saml/:provider/slo", async (request, reply) => {
    const place = await findSaml(toActor(request), request);
    const { RelayState } = z.object({ RelayState: text }).parse(request.query);
    const query = request.url.split("?")[1] ?? "";
    const isRequest = new URLSearchParams(query).has("SAMLRequest");
    return endThere(request, reply, place, isRequest ? { query } : null, RelayState);
  });

  app.get("/sso/saml/:provider/finish", async (request, reply) => {
    const actor = toActor(request);
    const place = await findSaml(actor, request);
    const { state = "" } = z.object({ state: text }).parse(request.query);
    const flow = await takeFlow(actor, place, { state, browser: takeCookie(request, reply, state) });
    if (!flow.identity) throw new SignInRefused("ended", GONE);
    if (flow.test_by !== null) return redirect(reply, await finishTest(actor, place, flow, flow.identity));
    return redirect(reply, await finishSignIn(actor, place, flow, flow.identity));
  });
}

function oidcLogoutRoutes(app: FastifyInstance, platform: Platform, toActor: (request: FastifyRequest) => Actor): void {
  app.get("/sso/oidc/:provider/signed-out", async (request, reply) => {
    const actor = toActor(request);
    const place = await findPlace(actor, "oidc", params.parse(request.params).provider);
    const { state } = z.object({ state: text }).parse(request.query);
    return redirect(reply, toLoginPage(actor, place, state));
  });

  app.post(
    "/sso/oidc/:provider/backchannel-logout",
    { bodyLimit: 16 * 1024, config: { isPublic: true } },
    async (request, reply) => {
      const place = await findPlace(toActor(request), "oidc", params.parse(request.params).provider);
      const { logout_token } = z.object({ logout_token: z.string().max(12_000) }).parse(request.body);
      await receiveLogoutToken(platform, place, logout_token);
      return reply.header("cache-control", "no-store").status(204).send();
    },
  );
}

/** Returns the address to which a provider sends people back. */
const toCallback = ({ origin, provider }: Pick<Leaving, "origin" | "provider">) =>
  `${origin}/sso/oidc/${provider.id}/callback`;

async function orProblem<T>(work: () => Promise<T>): Promise<T | Conflict> {
  return work().catch((error: unknown) => {
    if (error instanceof Conflict) return error;
    throw error;
  });
}

/** Leads on. Neither the code in the address nor the state is for the log of another site. */
function redirect(reply: FastifyReply, address: string): FastifyReply {
  return reply.header("referrer-policy", "no-referrer").redirect(address, 303);
}

/** Sets the cookie that ties a sign-in to this browser; one for each, so that two tabs do not disturb each other. */
function setCookie(request: FastifyRequest, reply: FastifyReply, { state, browser }: Leaving): void {
  reply.header("set-cookie", toCookie(request, state, browser, COOKIE_SECONDS));
}

/** Reads the cookie of a sign-in and removes it. */
function takeCookie(request: FastifyRequest, reply: FastifyReply, state: string): string | undefined {
  const name = toCookieName(request, state);
  const cookies = (request.headers.cookie ?? "").split(/;\s*/);
  reply.header("set-cookie", toCookie(request, state, "", 0));
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Names the cookie by the state. Over TLS, no other host of the domain can set it. */
const toCookieName = ({ protocol }: FastifyRequest, state: string) =>
  `${protocol === "https" ? "__Host-" : ""}cairn-sso-${state.slice(0, 8).replaceAll(/[^\w-]/g, "")}`;

function toCookie(request: FastifyRequest, state: string, value: string, seconds: number): string {
  const secure = request.protocol === "https" ? "; Secure" : "";
  return `${toCookieName(request, state)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
