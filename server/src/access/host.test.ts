import { describe, expect, test } from "vitest";
import { contentOrigin, detectTenant, findContentPlace, isContentHost, listFramers, siteOrigin } from "./host.ts";

describe("detectTenant", () => {
  test.each([
    ["localhost", "localhost", null, null],
    ["acme.localhost", "localhost", "acme", null],
    ["north.acme.localhost:3000", "localhost", "acme", "north"],
    ["North.ACME.learn.example.co.uk", "learn.example.co.uk", "acme", "north"],
    ["learn.example.co.uk", "learn.example.co.uk", null, null],
    ["acme.example.org", "learn.example.org", null, null],
    ["evil-learn.example.org", "learn.example.org", null, null],
    ["a.b.acme.localhost", "localhost", null, null],
    ["www.localhost", "localhost", null, null],
    ["content.acme.localhost", "localhost", null, null],
    ["platform.localhost", "localhost", null, null],
    ["-acme.localhost", "localhost", null, null],
    ["127.0.0.1", "localhost", null, null],
  ])("reads %s below %s", (host, base, instance, branch) => {
    expect(detectTenant(host, base)).toEqual({ instance, branch });
  });
});

describe("findContentPlace", () => {
  const many = { BASE_DOMAIN: "learn.example", PORT: 3000, CONTENT_PORT: 3001, TRUST_PROXY: false };
  const apart = { ...many, CONTENT_DOMAIN: "content.example" };
  const one = { ...many, SINGLE_INSTANCE: "acme", PUBLIC_URL: "https://learn.example" };
  const nothing = { instance: null, packageId: null, unitId: null };
  const shown = (packageId: number, unitId: number | null = null) => ({ packageId, unitId });

  test.each([
    ["p-12.content.acme.learn.example", { instance: "acme", ...shown(12) }],
    ["P-12.Content.ACME.learn.example:3000", { instance: "acme", ...shown(12) }],
    ["p-12-34.content.acme.learn.example", { instance: "acme", ...shown(12, 34) }],
    ["p-12-0.content.acme.learn.example", nothing],
    ["p-12-.content.acme.learn.example", nothing],
    ["content.acme.learn.example", { ...nothing, instance: "acme" }],
    ["p-0.content.acme.learn.example", nothing],
    ["p-1x.content.acme.learn.example", nothing],
    ["p-1.p-2.content.acme.learn.example", nothing],
    ["p-1.acme.learn.example", nothing],
    ["p-1.content.learn.example", nothing],
    ["acme.learn.example", nothing],
    ["p-1.content.acme.evil.example", nothing],
  ])("%s", (host, place) => {
    expect(findContentPlace(host, many)).toEqual(place);
    expect(isContentHost(host, many)).toBe(place.instance !== null);
  });

  test("gives each package its own origin in each unit, and embedded pages another", () => {
    const at = (config: Parameters<typeof contentOrigin>[1], id: number | null, unit: number | null = null) =>
      contentOrigin("http://acme.learn.example:8080", config, "acme", id === null ? null : shown(id, unit));
    expect(at(many, 1)).toBe("http://p-1.content.acme.learn.example:8080");
    expect(at(many, 2)).toBe("http://p-2.content.acme.learn.example:8080");
    expect(at(many, 2, 5)).toBe("http://p-2-5.content.acme.learn.example:8080");
    expect(at(many, null)).toBe("http://content.acme.learn.example:8080");
    expect(at({ ...many, PUBLIC_URL: "https://learn.example" }, 1)).toBe("https://p-1.content.acme.learn.example");
  });

  test("serves content only below CONTENT_DOMAIN if it is set", () => {
    expect(contentOrigin("http://acme.learn.example:8080", apart, "acme", shown(7))).toBe(
      "http://p-7.content.acme.content.example:8080",
    );
    expect(findContentPlace("p-7.content.acme.content.example", apart)).toEqual({ instance: "acme", ...shown(7) });
    expect(isContentHost("p-7.content.acme.learn.example", apart)).toBe(false);
    for (const host of ["content.example", "acme.content.example", "x.y.z.content.example"])
      expect([isContentHost(host, apart), findContentPlace(host, apart)]).toEqual([true, nothing]);
    expect(isContentHost("evilcontent.example", apart)).toBe(false);
  });

  test("shares a port between the packages of one instance unless CONTENT_DOMAIN gives them hosts", () => {
    expect(findContentPlace("anything:3001", one)).toEqual({ instance: "acme", packageId: "every", unitId: null });
    expect(contentOrigin("http://learn.example:3000", one, "acme", shown(7))).toBe("http://learn.example:3001");
    expect(isContentHost("learn.example", one)).toBe(false);
    const both = { ...one, CONTENT_DOMAIN: "content.example" };
    expect(contentOrigin("http://learn.example", both, "acme", shown(7))).toBe(
      "https://p-7.content.acme.content.example",
    );
    expect(findContentPlace("p-7.content.acme.content.example", both)).toEqual({ instance: "acme", ...shown(7) });
    expect(findContentPlace("p-7.content.other.content.example", both)).toEqual(nothing);
    expect(listFramers("p-7.content.acme.content.example", "acme", both)).toBe("https://learn.example");
  });
});

describe("siteOrigin", () => {
  const direct = { BASE_DOMAIN: "learn.example", PORT: 3000, TRUST_PROXY: false };
  const forged = "http://evil.example:8443";

  test("uses the instance's host and this server's port, whatever the request names", () => {
    expect(siteOrigin(forged, direct, "acme")).toBe("http://acme.learn.example:3000");
    expect(siteOrigin("http://acme.learn.example:8443", direct, "acme")).toBe("http://acme.learn.example:3000");
    expect(siteOrigin(forged, { ...direct, PORT: 80 }, "acme")).toBe("http://acme.learn.example");
  });

  test("uses the default port of the scheme behind a proxy", () => {
    expect(siteOrigin("https://evil.example:8443", { ...direct, TRUST_PROXY: true }, "acme")).toBe(
      "https://acme.learn.example",
    );
  });

  test("uses PUBLIC_URL if it is set, and this machine for a demo of one instance", () => {
    const PUBLIC_URL = "https://learn.example:444";
    expect(siteOrigin(forged, { ...direct, PUBLIC_URL }, "acme")).toBe("https://acme.learn.example:444");
    expect(siteOrigin(forged, { ...direct, PUBLIC_URL, SINGLE_INSTANCE: "acme" }, "acme")).toBe(PUBLIC_URL);
    expect(siteOrigin(forged, { ...direct, SINGLE_INSTANCE: "acme" }, "acme")).toBe("http://localhost:3000");
  });
});

describe("listFramers", () => {
  const many = { BASE_DOMAIN: "learn.example", PORT: 3000, CONTENT_PORT: 3001, TRUST_PROXY: false };
  const one = { ...many, SINGLE_INSTANCE: "acme" };

  test("lets the sites of the instance and its own names frame its content, and nobody where there is none", () => {
    expect(listFramers("content.acme.learn.example", null, many)).toBe("'none'");
    expect(listFramers("content.acme.learn.example", "acme", many)).toBe("acme.learn.example:* *.acme.learn.example:*");
    expect(listFramers("content.acme.learn.example", "acme", many, ["learn.acme.example"])).toBe(
      "acme.learn.example:* *.acme.learn.example:* learn.acme.example:*",
    );
  });

  test("lets the host of a server of one instance frame its content, whatever the port", () => {
    expect(listFramers("Learn.example:3001", "acme", one)).toBe("learn.example:*");
    const apart = { ...one, CONTENT_DOMAIN: "content.example" };
    expect(listFramers("content.acme.content.example", "acme", { ...apart, PUBLIC_URL: "https://l.example/" })).toBe(
      "https://l.example",
    );
    expect(listFramers("content.acme.content.example", "acme", apart)).toBe("localhost:* 127.0.0.1:* *.localhost:*");
  });
});
