import { buffer } from "node:stream/consumers";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { withLaunch } from "../../access/with-actor.ts";
import type { ContentPlace } from "../../access/host.ts";
import type { Actor } from "../../access/actor.ts";
import { NotFound, Unauthenticated } from "../../errors.ts";
import { readBearer, toVisit } from "../../http.ts";
import { insertInHead } from "../../platform/page.ts";
import type { Platform } from "../../platform/platform.ts";
import { sendRange } from "../../platform/send-range.ts";
import { bridgeRoutes } from "./bridge.routes.ts";
import * as launches from "./launches.service.ts";
import { mediaType } from "./media-types.ts";
import { t } from "../../i18n/message.ts";

const DIST = fileURLToPath(new URL("../../../../web/dist/player/", import.meta.url));

/** Returns the instance, the package and the allowed framing sites of a request to a content host. */
export type OfRequest = (host: string) => ContentPlace & { framedBy: string };

/**
 * Serves packages on the content origin: a thin page with the API object, the package's own files, and the bridge.
 * Every address contains the token of one launch or requires it; nothing else of the application is served here.
 */
export async function playerRoutes(app: FastifyInstance, platform: Platform, ofRequest: OfRequest): Promise<void> {
  const [page, framePage] = ["scorm.html", "frame.html"].map((name) =>
    existsSync(DIST + name) ? readFileSync(DIST + name, "utf8") : null,
  );
  if (page)
    await app.register(fastifyStatic, {
      root: `${DIST}assets`,
      prefix: "/player/assets/",
      wildcard: false,
      preCompressed: true,
      cacheControl: true,
      immutable: true,
      maxAge: "365d",
    });
  else app.log.warn("the web client is not built; packages cannot be played");

  const runtime = readRuntime();
  if (runtime)
    app.get("/player/runtime.js", async (_, reply) =>
      reply
        .type("text/javascript; charset=utf-8")
        .header("cache-control", "public, max-age=86400")
        .header("x-content-type-options", "nosniff")
        .send(runtime.script),
    );

  const launched = async <T>(
    request: FastifyRequest,
    token: string | null,
    work: (actor: Actor, launchId: number) => Promise<T>,
  ): Promise<T> => {
    const { instance, packageId, unitId } = ofRequest(request.hostname);
    const visit = { ...toVisit(request, platform), instanceLabel: instance };
    let found: { answer: T } | null = null;
    if (token && packageId !== null)
      found = await withLaunch(platform, visit, { token, packageId, unitId }, async (...given) => ({
        answer: await work(...given),
      }));
    if (!found) throw new Unauthenticated();
    return found.answer;
  };

  const sendPage = (request: FastifyRequest, reply: FastifyReply, html: string | null | undefined) => {
    const { framedBy, packageId } = ofRequest(request.hostname);
    if (packageId === null) throw new NotFound("Page");
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "no-referrer")
      .header(
        "content-security-policy",
        // In its own window no frame would sandbox it.
        `sandbox ${SANDBOX}; default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors ${framedBy}`,
      )
      .send(html ?? t`The player is not built.`);
  };
  app.get("/scorm/:token/", async (request, reply) => sendPage(request, reply, page));
  // Around an AU or an xAPI package, which may search the windows above it for a SCORM API.
  app.get("/scorm/:token/frame/", async (request, reply) => sendPage(request, reply, framePage));

  // Where an AU goes when it is done (cmi5 10.2.6): informs the surrounding window, or closes its own.
  app.get("/scorm/:token/return", async (request, reply) => {
    const { framedBy } = ofRequest(request.hostname);
    return reply
      .type("text/html; charset=utf-8")
      .header("x-content-type-options", "nosniff")
      .header(
        "content-security-policy",
        `default-src 'none'; script-src 'sha256-${createHash("sha256").update(RETURN).digest("base64")}'; frame-ancestors 'self' ${framedBy}`,
      )
      .send(`<!doctype html><html><head><title>.</title></head><body><script>${RETURN}</script></body></html>`);
  });

  app.get<{ Params: { token: string } }>("/scorm/:token/state", async (request, reply) => {
    reply.header("cache-control", "no-store");
    return launched(request, request.params.token, launches.playerState);
  });

  app.get<{ Params: { token: string } }>("/scorm/:token/frame/state", async (request, reply) => {
    reply.header("cache-control", "no-store");
    return launched(request, request.params.token, launches.frameState);
  });

  app.get<{ Params: { token: string; uuid: string }; Querystring: { resumes?: string } }>(
    "/scorm/:token/sco/:uuid",
    async (request, reply) => {
      const { token, uuid } = request.params;
      const resumes = request.query.resumes === "true";
      if (!UUID.test(uuid)) throw new NotFound("SCO");
      reply.header("cache-control", "no-store");
      return launched(request, token, (actor, launchId) => launches.scoState(actor, launchId, uuid, { resumes }));
    },
  );

  app.get<{ Params: { token: string; "*": string } }>("/scorm/:token/files/*", async (request, reply) => {
    const { framedBy, ...place } = ofRequest(request.hostname);
    const file = await launches.openLaunchedFile(platform, place, request.params.token, request.params["*"]);
    const type = mediaType(file.path);
    const isShared = place.packageId === "every";
    const ancestors = `frame-ancestors 'self' ${framedBy}`;
    reply
      .type(type)
      .header("cache-control", "private, max-age=3600")
      .header("x-content-type-options", "nosniff")
      // The address contains the token: no other site may learn it.
      .header("referrer-policy", "no-referrer")
      // Documents that run scripts are sandboxed wherever they are opened; browsers show no PDF in a sandbox.
      .header(
        "content-security-policy",
        /html|xml/.test(type) ? `sandbox ${isShared ? SANDBOX_OF_NO_ORIGIN : SANDBOX}; ${ancestors}` : ancestors,
      );
    // A page with an opaque origin reads its own files across origins; the token in the address is the right to read
    // them.
    if (isShared) reply.header("access-control-allow-origin", "*");
    if (isShared && runtime && type.startsWith("text/html")) {
      const whole = await buffer(await file.read());
      return reply.send(isUtf16(whole) ? whole : insertInHead(whole, runtime.markup));
    }
    return sendRange(request, reply, file.size, file.read);
  });

  bridgeRoutes(app, (request, work) => launched(request, readBearer(request), work));
}

const RETURN = 'parent.postMessage({ mark: "cairn-scorm", type: "closed" }, "*"); close();';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the run-time for sandboxed packages and the markup that loads it; null where the client is not built. */
function readRuntime(): { script: Buffer; markup: string } | null {
  const path = `${DIST}runtime.js`;
  if (!existsSync(path)) return null;
  const script = readFileSync(path);
  const version = createHash("sha256").update(script).digest("hex").slice(0, 16);
  return { script, markup: `<script src="/player/runtime.js?v=${version}"></script>` };
}

function isUtf16(page: Buffer): boolean {
  return (page[0] === 0xff && page[1] === 0xfe) || (page[0] === 0xfe && page[1] === 0xff);
}

/**
 * Allows its own origin, or content would not find the API object in the page around it; never lets it navigate the top
 * window.
 */
const SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-pointer-lock allow-presentation";

/** Where packages share an origin, each document and each of its windows gets an opaque origin. */
const SANDBOX_OF_NO_ORIGIN =
  "allow-scripts allow-forms allow-popups allow-modals allow-downloads allow-pointer-lock allow-presentation";
