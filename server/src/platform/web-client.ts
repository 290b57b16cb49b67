import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { openStaticFiles } from "./static-files.ts";
import { isSamplePage, SAMPLE_PAGE_HEADERS } from "./sample-pages.ts";
import { addPageHints, type Boot, findPageHints, readPageHints } from "./page-hints.ts";

const DIST = fileURLToPath(new URL("../../../web/dist/", import.meta.url));
const BOOT = '<script type="application/json" id="cairn-boot"></script>';

/** Written by the build of the web client (web/build/trusted-documents.ts). */
const TRUSTED_DOCUMENTS = `${DIST}.trusted-documents`;

/** Reads the GraphQL documents of the built client by hash; none without a build. */
export function readTrustedDocuments(): ReadonlyMap<string, string> {
  if (!existsSync(TRUSTED_DOCUMENTS)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(TRUSTED_DOCUMENTS, "utf8")) as Record<string, string>));
}

/** Written pages that are kept: a few for each instance. */
const MOST_PAGES = 500;

/** Addresses that are never a screen of the web client. */
const RESERVED_PATHS = /^\/(api|graphql|files|assets|healthz|readyz|metrics|oauth|sso)(\/|$)/;

/** What the page needs before its first request: the product's name, the tenant of this host and its colours. */
export type BootData = (request: FastifyRequest) => Promise<Boot>;

/** Serves the built web client: hashed files, cached for ever, and the one page for all addresses of the product. */
export async function webClient(app: FastifyInstance, bootData: BootData): Promise<void> {
  if (!existsSync(`${DIST}index.html`)) {
    app.log.warn("the web client is not built; only the API is served");
    return;
  }
  const sendStatic = await openStaticFiles(app, {
    root: DIST,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header(
        "cache-control",
        path.includes("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
      // The file that is sent may be a compressed one.
      if (isSamplePage(`/${relative(DIST, path).replace(/\.(br|gz)$/, "")}`)) reply.headers(SAMPLE_PAGE_HEADERS);
    },
  });

  const page = readFileSync(`${DIST}index.html`, "utf8");
  const hints = readPageHints(`${DIST}.page-hints`, readTrustedDocuments());
  const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
    reply.code(404).send({ error: "Not found.", request_id: request.id });
  app.setNotFoundHandler(answerNotFound);
  // By all that a page is made of: its data, which is read with each request, and what its address needs.
  const written = new LRUCache<string, { html: string; etag: string }>({ max: MOST_PAGES });
  const writePage = (boot: Boot, path: string) => {
    const data = JSON.stringify(boot);
    const needs = findPageHints(hints, path);
    const key = `${hints.indexOf(needs!)} ${data}`;
    const known = written.get(key);
    if (known) return known;
    const html = addPageHints(withBoot(page, data), needs, boot);
    const made = { html, etag: `W/"${hash("sha1", html, "base64url")}"` };
    written.set(key, made);
    return made;
  };
  // A caller who has gone is no error.
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (error.code === "ERR_STREAM_PREMATURE_CLOSE") request.raw.destroy();
    else app.errorHandler(error, request, reply);
  };
  app.get<{ Params: { "*": string } }>("/*", { errorHandler }, async (request, reply) => {
    const sent = sendStatic(reply, request.params["*"]);
    if (sent) return sent;
    const path = request.url.split("?")[0]!;
    if (RESERVED_PATHS.test(path) || path.includes(".")) return answerNotFound(request, reply);
    const { html, etag } = writePage(await bootData(request), path);
    reply.headers({ "cache-control": "no-cache", etag });
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("text/html; charset=utf-8").send(html);
  });
}

/** Inserts the data into the page as a block that is not executed; '<' is escaped, so that no text can end the block. */
function withBoot(page: string, data: string): string {
  return page.replace(BOOT, () => BOOT.replace("></", `>${data.replaceAll("<", "\\u003c")}</`));
}
