import type { FastifyInstance, FastifyReply } from "fastify";
import type { ContentPlace } from "../../access/host.ts";
import { Unreachable } from "../../platform/fetch.ts";
import { markup, sendPage } from "../../platform/page.ts";
import type { Platform } from "../../platform/platform.ts";
import { fetchEmbedded } from "./embeds.service.ts";
import { t } from "../../i18n/message.ts";
import { readLanguage, translate } from "../../i18n/translate.ts";

/**
 * Serves GET /api/proxy: a page of an http:// address for the frame of a unit. Foreign content: it runs in a sandbox
 * with an opaque origin, on the content host, and only the sites of its instance may frame it.
 * @param ofRequest the instance of a request and the sites that may frame its pages
 */
export function embedRoutes(
  app: FastifyInstance,
  platform: Platform,
  ofRequest: (host: string) => ContentPlace & { framedBy: string },
): void {
  app.get<{ Querystring: { url?: string; e?: string; s?: string } }>("/api/proxy", async (request, reply) => {
    const { instance: ofHost, packageId, framedBy } = ofRequest(request.hostname);
    // The host of a package serves nothing else.
    const instance = typeof packageId === "number" ? null : ofHost;
    try {
      const page = await fetchEmbedded(platform, instance, request.query);
      return asForeign(reply, `sandbox allow-scripts allow-forms allow-popups; frame-ancestors ${framedBy}`)
        .type(page.type)
        .send(page.body);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      request.log.info({ err: error.cause ?? error }, "an embedded page could not be shown");
      const language = readLanguage(request.headers["accept-language"]);
      const title = translate(t`This page cannot be shown`, language);
      const body = markup`<h1>${title}</h1><p>${translate(error.text, language)}</p>`;
      const { PRODUCT_NAME } = platform.config;
      await sendPage(reply.code(502), PRODUCT_NAME, { title, body, language, framedBy });
      return reply;
    }
  });
}

function asForeign(reply: FastifyReply, policy: string): FastifyReply {
  return reply
    .header("content-security-policy", policy)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "private, max-age=300");
}
