import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findInstanceId } from "../../access/session.ts";
import { NotFound } from "../../errors.ts";
import { toVisit } from "../../http.ts";
import { readLanguage } from "../../i18n/translate.ts";
import type { Platform } from "../../platform/platform.ts";
import { PAGE_POLICY } from "../../platform/public-page.ts";
import { sendFile } from "../../platform/send-file.ts";
import { badgePage, noBadgePage } from "./badge-page.ts";
import * as badges from "./public.service.ts";

const CODE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Serves what anybody may read: the pages of badges, their credentials, and the keys and the list to check them with. */
export function badgeRoutes(app: FastifyInstance, platform: Platform): void {
  app.get("/badges/issuer.json", async (request, reply) =>
    sendJson(reply, await badges.getIssuer(platform, await findSite(request, platform))),
  );
  app.get("/badges/revocations.json", async (request, reply) =>
    sendJson(reply, await badges.getRevocations(platform, await findSite(request, platform))),
  );
  app.get("/.well-known/jwks.json", async (request, reply) =>
    sendJson(reply, await badges.getKeySet(platform, await findSite(request, platform))),
  );
  app.get<{ Params: { code: string } }>("/badges/:code([0-9a-f-]{36}).json", async (request, reply) => {
    const code = readCode(request.params.code);
    const credential = await badges.getCredential(platform, await findSite(request, platform), code);
    if (credential === null) throw new NotFound("Badge");
    return sendJson(reply, credential);
  });
  app.get<{ Params: { code: string } }>("/badges/:code([0-9a-f-]{36})/picture", async (request, reply) => {
    const award = await badges.findAward(platform, await findSite(request, platform), readCode(request.params.code));
    if (!award?.picture_key || award.picture_type === null || award.picture_size === null) throw new NotFound("Badge");
    const file = { key: award.picture_key, name: "badge", type: award.picture_type, size: award.picture_size };
    return sendFile(request, reply, platform, { file, asAttachment: false });
  });
  app.get<{ Params: { code: string } }>("/badges/:code([0-9a-f-]{36})", async (request, reply) => {
    const { code } = request.params;
    const award = CODE.test(code) && (await badges.findAward(platform, await findSite(request, platform), code));
    return reply
      .code(award ? 200 : 404)
      .header("cache-control", "no-store")
      .header("content-security-policy", PAGE_POLICY)
      .type("text/html; charset=utf-8")
      .send(award ? badgePage(award) : noBadgePage(readLanguage(request.headers["accept-language"])));
  });
}

/** Sends what programs of other sites read. */
function sendJson(reply: FastifyReply, content: object | string) {
  return reply
    .header("cache-control", "no-store")
    .header("access-control-allow-origin", "*")
    .type("application/json; charset=utf-8")
    .send(typeof content === "string" ? content : JSON.stringify(content));
}

function readCode(code: string): string {
  if (!CODE.test(code)) throw new NotFound("Badge");
  return code;
}

async function findSite(request: FastifyRequest, platform: Platform) {
  const { instanceLabel, origin } = toVisit(request, platform);
  const instanceId = instanceLabel === null ? null : await findInstanceId(platform.database, instanceLabel);
  if (instanceLabel === null || instanceId === null) throw new NotFound("Instance");
  return { instanceId, origin, ...(await badges.findInstance(platform, instanceId)) };
}
