import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createFetcher, type Resolve } from "./fetch.ts";
import { isPublic } from "./public-addresses.ts";

const here = createFetcher((address) => address === "127.0.0.1");
const outside = createFetcher();

let server: Server;
let origin: string;
const cookies: (string | undefined)[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    cookies.push(request.headers.cookie);
    const to = new URL(request.url!, "http://x").searchParams.get("to");
    if (to) response.writeHead(302, { location: to, "set-cookie": "a=b" }).end();
    else if (request.url === "/round") response.writeHead(301, { location: "/round" }).end();
    else if (request.url === "/large") response.end(Buffer.alloc(6 * 1024 * 1024));
    else response.setHeader("content-type", "text/html").end("<h1>Here</h1>");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe("isPublic", () => {
  test.each([
    ["93.184.216.34", true],
    ["2606:2800:220:1:248:1893:25c8:1946", true],
    ["127.0.0.1", false],
    ["10.1.2.3", false],
    ["172.16.0.1", false],
    ["192.168.1.1", false],
    ["169.254.169.254", false],
    ["100.64.0.1", false],
    ["0.0.0.0", false],
    ["224.0.0.1", false],
    ["::1", false],
    ["fe80::1", false],
    ["fd00::1", false],
    ["::ffff:10.0.0.1", false],
    ["64:ff9b::a00:1", false],
    ["2002:a00:1::", false],
    ["168.63.129.16", false],
    ["168.63.129.15", true],
    ["192.0.0.8", false],
    ["192.88.99.1", false],
    ["198.18.0.1", false],
    ["203.0.113.7", false],
    ["240.0.0.1", false],
    ["255.255.255.255", false],
    ["64:ff9b:1::1", false],
    ["64:ff9b:1::a00:1", false],
    ["fec0::1", false],
    ["::10.0.0.1", false],
    ["::93.184.216.34", false],
    ["5f00::1", false],
    ["100::1", false],
    ["2001::1", false],
    ["2001:db8::1", false],
    ["3fff::1", false],
    ["4000::1", false],
    ["ff02::1", false],
    ["fe80::1%eth0", false],
    ["::ffff:93.184.216.34", true],
    ["::ffff:a8a3:8110", true],
    ["::ffff:168.63.129.16", false],
    ["0x7f.1", false],
    ["not an address", false],
  ])("%s: %s", (address, expected) => {
    expect(isPublic(address)).toBe(expected);
  });
});

describe("createFetcher", () => {
  test("returns a page with its type, follows redirects and sends no cookie", async () => {
    expect(await here.get(`${origin}/`)).toMatchObject({ status: 200, type: "text/html", url: `${origin}/` });
    const redirected = await here.get(`${origin}/?to=${encodeURIComponent("/page")}`);
    expect([redirected.url, redirected.body.toString()]).toEqual([`${origin}/page`, "<h1>Here</h1>"]);
    expect(cookies.every((cookie) => cookie === undefined)).toBe(true);
  });

  test.each([
    ["this machine", "http://127.0.0.1/"],
    ["this machine by its name", "http://localhost/"],
    ["this machine as one number", "http://2130706433/"],
    ["this machine in hexadecimal", "http://0x7f.1/"],
    ["this machine in IPv6", "http://[::1]/"],
    ["this machine mapped into IPv6", "http://[::ffff:127.0.0.1]/"],
    ["a private network", "http://192.168.0.1/"],
    ["the metadata of a cloud", "http://169.254.169.254/latest/meta-data/"],
  ])("never reaches %s", async (_, url) => {
    await expect(outside.get(url)).rejects.toThrow("This address cannot be shown.");
  });

  test.each([
    "127.0.0.1",
    "::1",
    "10.0.0.1",
    "168.63.129.16",
    "169.254.169.254",
    "64:ff9b:1::a00:1",
    "fec0::1",
    "::a00:1",
    "5f00::1",
    "fd00:ec2::254",
  ])("never reaches a name that resolves to %s, also beside a public address", async (address) => {
    const family = address.includes(":") ? 6 : 4;
    for (const found of [[address], ["93.184.216.34", address], [address, "93.184.216.34"]]) {
      const asked: string[] = [];
      const resolve: Resolve = (name, _, done) => {
        asked.push(name);
        done(
          null,
          found.map((each) => ({ address: each, family: each === address ? family : 4 })),
        );
      };
      await expect(createFetcher(isPublic, resolve).get("http://rebound.example/")).rejects.toThrow(
        "This address cannot be shown.",
      );
      expect(asked).toEqual(["rebound.example"]);
    }
  });

  test("resolves a name once and connects to that address", async () => {
    const answers = ["127.0.0.1", "10.0.0.1"];
    const resolve: Resolve = (_, __, done) => done(null, [{ address: answers.shift()!, family: 4 }]);
    const fetcher = createFetcher((address) => address === "127.0.0.1", resolve);
    const { port } = new URL(origin);
    expect((await fetcher.get(`http://rebound.example:${port}/`)).status).toBe(200);
    expect(answers).toEqual(["10.0.0.1"]);
  });

  test("follows no redirect to a private address, and fetches web pages only", async () => {
    for (const to of ["http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/"])
      await expect(here.get(`${origin}/?to=${encodeURIComponent(to)}`)).rejects.toThrow(
        "This address cannot be shown.",
      );
    for (const url of ["file:///etc/passwd", "ftp://127.0.0.1/x"])
      await expect(here.get(url)).rejects.toThrow("Only web pages can be shown.");
    await expect(here.get("http://me:secret@127.0.0.1/")).rejects.toThrow("with a password");
  });

  test("stops at a page that is too large and at a redirect loop", async () => {
    await expect(here.get(`${origin}/large`)).rejects.toThrow("too large");
    await expect(here.get(`${origin}/round`)).rejects.toThrow("redirects too often");
  });

  test("reports a page as unreachable without the reason", async () => {
    await expect(here.get("http://127.0.0.1:1/")).rejects.toThrow("The page could not be reached.");
  });
});

describe("telling whether a page is always refused", () => {
  const addresses: Record<string, string[]> = {
    "public.example": ["93.184.216.34"],
    "intranet.example": ["10.1.2.3"],
    "both.example": ["93.184.216.34", "192.168.0.9"],
  };
  const resolve: Resolve = (name, _, done) => {
    const found = addresses[name];
    if (found)
      done(
        null,
        found.map((address) => ({ address, family: 4 })),
      );
    else done(Object.assign(new Error("not found"), { code: "ENOTFOUND" }), []);
  };
  test.each([
    ["http://public.example/page", false],
    ["http://intranet.example/page", true],
    ["http://both.example/page", true],
    ["http://unknown.example/page", false],
    ["http://192.168.0.1/page", true],
    ["http://93.184.216.34/page", false],
    ["ftp://public.example/page", true],
  ])("answers for %s: %s", async (url, isRefused) => {
    expect(await createFetcher(isPublic, resolve).refuses(url)).toBe(isRefused);
  });

  test("answers no for a name whose look-up does not end", async () => {
    vi.useFakeTimers();
    try {
      const answer = createFetcher(isPublic, () => {}).refuses("http://slow.example/");
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await answer).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});
