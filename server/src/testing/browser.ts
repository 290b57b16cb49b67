import type { TestServer } from "./server.ts";

/** A page that a browser shows. */
export interface Page {
  url: URL;
  status: number;
  html: string;
}

interface Sent {
  method?: "GET" | "POST";
  form?: Record<string, string>;
  referer?: string;
}

const MOST_HOPS = 20;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#039": "'", "#39": "'" };
const decode = (text: string) =>
  text
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&(amp|lt|gt|quot|#0?39);/g, (_, name: string) => ENTITIES[name]!);
const readAttribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i").exec(tag);
  return found ? decode(found[1] ?? found[2]!) : undefined;
};

/**
 * A browser without a screen: it keeps cookies, follows redirects, and sends the forms with which identity providers pass
 * messages on. It asks other servers over HTTP, and Cairn in the process of the test.
 */
export class TestBrowser {
  readonly #server: TestServer;
  readonly #cookies = new Map<string, Map<string, string>>();
  /** The addresses that it has opened. */
  readonly visited: URL[] = [];
  /** Shows a page that passes a message on, instead of sending it. */
  holdsMessages = false;
  /** Stops before an address. */
  stopsAt?: (url: URL) => boolean;

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Opens an address, and goes on until a page asks for something or Cairn's own client takes over. */
  async open(address: string | URL, sent: Sent = {}): Promise<Page> {
    let url = new URL(address);
    let next = sent;
    for (let hop = 0; hop < MOST_HOPS; hop++) {
      this.visited.push(url);
      const isDone = isCairn(url) && !url.pathname.startsWith("/sso/");
      if (isDone || this.stopsAt?.(url)) return { url, status: 200, html: "" };
      const { status, headers, html } = await this.#send(url, next);
      const location = headers.get("location");
      if (location !== null && status >= 300 && status < 400) {
        url = new URL(location, url);
        next = {};
        continue;
      }
      const page = { url, status, html };
      const passing =
        status === 200 && !this.holdsMessages ? readForms(page).find(({ fields }) => isMessage(fields)) : undefined;
      if (!passing) return page;
      next = { method: passing.method, form: passing.fields, referer: url.href };
      url = passing.action;
    }
    throw new Error(`Too many redirects: ${this.visited.slice(-4).join(" ")}`);
  }

  /** Opens what a page shows in frames, as when a provider signs a person out everywhere. */
  async openFrames({ url, html }: Page): Promise<void> {
    for (const [frame] of html.matchAll(/<iframe\b[^>]*>/gi)) {
      const source = readAttribute(frame, "src");
      if (source) await this.open(new URL(source, url), { referer: url.href });
    }
  }

  /** Sends the form of a page that has the given fields. */
  async submit(page: Page, fields: Record<string, string>): Promise<Page> {
    const form = readForms(page).find((each) => Object.keys(fields).every((name) => name in each.fields));
    if (!form) throw new Error(`${page.url.href} has no such form (${page.status}): ${page.html.slice(0, 3_000)}`);
    return this.open(form.action, {
      method: form.method,
      form: { ...form.fields, ...fields },
      referer: page.url.href,
    });
  }

  async #send(url: URL, { method = "GET", form, referer }: Sent) {
    const jar = this.#cookies.get(url.host) ?? new Map<string, string>();
    this.#cookies.set(url.host, jar);
    // As a form does with GET, its fields become the query.
    const target = new URL(url);
    if (form && method === "GET") target.search = new URLSearchParams(form).toString();
    const headers: Record<string, string> = {
      accept: "text/html",
      "accept-language": "en",
      ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") }),
      ...(referer !== undefined && { referer }),
    };
    const body = form && method === "POST" ? new URLSearchParams(form).toString() : null;
    if (body !== null) headers["content-type"] = "application/x-www-form-urlencoded";
    const response = isCairn(target)
      ? await this.#inject(target, method, headers, body)
      : await fetch(target, { method, headers, body, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/max-age=0|expires=thu, 01[ -]jan[ -]1970/i.test(line)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    return { status: response.status, headers: response.headers, html: await response.text() };
  }

  async #inject(url: URL, method: "GET" | "POST", headers: Record<string, string>, body: string | null) {
    // A page of a provider posts across sites, with which browsers send no cookie of `SameSite=Lax`.
    const { cookie, ...others } = headers;
    const sent = method === "POST" || cookie === undefined ? others : headers;
    const response = await this.#server.app.inject({
      method,
      url: url.pathname + url.search,
      headers: { ...sent, accept: "application/json", host: url.host },
      ...(body !== null && { payload: body }),
    });
    const received = new Headers();
    for (const [name, value] of Object.entries(response.headers))
      for (const each of [value].flat()) if (each !== undefined) received.append(name, String(each));
    const hasBody = response.statusCode !== 204 && response.statusCode !== 304;
    return new Response(hasBody ? response.body : null, { status: response.statusCode, headers: received });
  }
}

const isCairn = ({ hostname }: URL) => hostname.endsWith(".localhost");
const isMessage = (fields: Record<string, string>) => "SAMLResponse" in fields || "SAMLRequest" in fields;

/** Returns the message of SAML that a page passes on. */
export function readMessage(page: Page): Record<string, string> {
  const form = readForms(page).find(({ fields }) => isMessage(fields));
  if (!form) throw new Error(`${page.url.href} passes nothing on (${page.status}): ${page.html.slice(0, 3_000)}`);
  return form.fields;
}

interface Form {
  action: URL;
  method: "GET" | "POST";
  fields: Record<string, string>;
}

function readForms({ url, html }: Page): Form[] {
  return [...html.matchAll(/<form\b[^>]*>([\s\S]*?)<\/form>/gi)].map(([whole, content]) => {
    const tag = /<form\b[^>]*>/i.exec(whole)![0];
    const fields: Record<string, string> = {};
    for (const [input] of content!.matchAll(/<input\b[^>]*>/gi)) {
      const name = readAttribute(input, "name");
      const isUnchecked = /type\s*=\s*["']?(checkbox|radio|submit|image)/i.test(input) && !/\schecked/i.test(input);
      if (name !== undefined && !isUnchecked) fields[name] = readAttribute(input, "value") ?? "";
    }
    return {
      action: new URL(readAttribute(tag, "action") || url.href, url),
      method: /method\s*=\s*["']?post/i.test(tag) ? "POST" : "GET",
      fields,
    };
  });
}
