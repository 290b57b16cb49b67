import { createHmac, timingSafeEqual } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { contentOrigin } from "../../access/host.ts";
import { NotFound } from "../../errors.ts";
import { Unreachable } from "../../platform/fetch.ts";
import { insertInHead } from "../../platform/page.ts";
import type { Platform } from "../../platform/platform.ts";
import { isSamplePage } from "../../platform/sample-pages.ts";
import { t } from "../../i18n/message.ts";

const HOUR = 3600;
const LIVES_HOURS = 12;

/**
 * Returns where an embedded page is shown from: a sample page at this site, a safe address unchanged, any other through the proxy, by an address
 * that only this server can sign (P45). Null when the proxy is disabled, and for an invalid address.
 */
export function embedAddress(actor: Actor, url: string | null, now = Date.now()): string | null {
  const { platform, visit, instance } = actor;
  if (url !== null && isSamplePage(url)) return `${visit.origin}${url}`;
  if (!url || !URL.canParse(url)) return null;
  const { protocol } = new URL(url);
  if (protocol === "https:") return url;
  if (protocol !== "http:" || platform.config.EMBED_PROXY === "off") return null;
  const expires = (Math.floor(now / 1000 / HOUR) + 1 + LIVES_HOURS) * HOUR;
  const query = new URLSearchParams({ url, e: expires.toString(36), s: sign(platform, instance.domain, url, expires) });
  return `${contentOrigin(visit.origin, platform.config, instance.domain)}/api/proxy?${query.toString()}`;
}

/** A page fetched by the proxy. */
export interface EmbeddedPage {
  type: string;
  body: Buffer;
}

const SHOWN = /^(text\/(html|plain)|application\/(xhtml\+xml|pdf)|image\/[\w.+-]+)\s*(;|$)/i;
const MARKUP = /^(text\/html|application\/xhtml\+xml)/i;

/**
 * Fetches a page that this server signed for this instance.
 * @throws NotFound for an address that is forged, expired, or of another instance; Unreachable when it cannot be shown
 */
export async function fetchEmbedded(
  platform: Platform,
  instanceLabel: string | null,
  { url = "", e = "", s = "" }: { url?: string; e?: string; s?: string },
  now = Date.now(),
): Promise<EmbeddedPage> {
  const expires = Number.parseInt(e, 36);
  const isOpen = instanceLabel !== null && platform.config.EMBED_PROXY === "on" && expires * 1000 > now;
  if (!isOpen || !matches(sign(platform, instanceLabel, url, expires), s)) throw new NotFound("Page");
  const page = await platform.fetcher.get(url);
  if (page.status >= 400) throw new Unreachable(t`The page returned an error (${page.status}).`);
  if (!SHOWN.test(page.type)) throw new Unreachable(t`This address is not a page that can be shown.`);
  return { type: page.type, body: MARKUP.test(page.type) ? withBase(page.body, page.url) : page.body };
}

/** Adds a base address, so that relative links keep their targets. Works on bytes, so that any encoding survives. */
function withBase(body: Buffer, url: string): Buffer {
  const text = body.toString("latin1");
  if (/<base\s[^>]*href/i.test(text)) return body;
  const base = `<base href="${url.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}">`;
  return insertInHead(body, base);
}

function sign({ secret }: Platform, domain: string, url: string, expires: number): string {
  return createHmac("sha256", secret).update(`embed\n${domain}\n${expires}\n${url}`).digest("base64url");
}

function matches(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
