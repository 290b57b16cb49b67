import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { passwordProblem } from "../server/src/access/passwords.ts";
import { startServer, type TestServer } from "../server/src/testing/server.ts";
import { findRefusal, rateStrength } from "../web/src/app/passwords/strength.ts";
import { hashPassword } from "../web/src/app/passwords/commonPasswords.ts";

const ABOUT = ["margaret@demo.test", "Margaret", "Wolfeschlegelstein"];
const COMMON = "iloveyou1 Sunshine1 1qaz2wsx3edc Passw0rd! Michael1 harley123 dragon123 welcome1 qwertyuiop".split(" ");

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("fetch", async (url: string) => {
    const { statusCode, body } = await server.app.inject({ url, headers: { host: "demo.localhost" } });
    return new Response(body, { status: statusCode });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

const rate = (password: string, about = ABOUT) => rateStrength(password, { about, language: "en" });

describe("the strength of a new password that the form shows", () => {
  test.each([
    "short",
    "x".repeat(201),
    "aaaaaaaaaa",
    "23456789",
    "Learning8!4!9!",
    "Summer2026!",
    ...ABOUT,
    "wolfeschlegelSTEIN",
    ...COMMON,
  ])("is the lowest for '%s', which the server refuses", async (password) => {
    expect(passwordProblem(password, ABOUT)).not.toBeNull();
    expect((await rate(password)).level).toBe(0);
  });

  test.each(["lantern-river-41", "Tr0ub4dor&3 and more", "éclair-à-minuit", "corect😀horse battery"])(
    "is not the lowest for '%s', which the server accepts",
    async (password) => {
      expect(passwordProblem(password, ABOUT)).toBeNull();
      expect((await rate(password)).level).toBeGreaterThan(0);
    },
  );

  test("is the lowest exactly for what the server refuses, for passwords near its rules", async () => {
    const near = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc
        .tuple(fc.constantFrom("spring", "Welcome", "learning", "winters"), fc.stringMatching(/^[\d!a]{0,8}$/))
        .map((parts) => parts.join("")),
      fc
        .tuple(fc.constantFrom("a", "é", "12"), fc.integer({ min: 1, max: 15 }))
        .map(([unit, times]) => unit.repeat(times)),
      fc
        .constantFrom(...ABOUT, ...COMMON)
        .chain((word) => fc.constantFrom(word, word.toUpperCase(), `${word}!`, ` ${word}`)),
      fc
        .tuple(fc.nat(35), fc.nat(14))
        .map(([from, length]) => "0123456789abcdefghijklmnopqrstuvwxyz9876543210".slice(from, from + length)),
    );
    await fc.assert(
      fc.asyncProperty(near, async (password) => {
        expect((await rate(password)).level === 0).toBe(passwordProblem(password, ABOUT) !== null);
      }),
    );
  });

  test("is never good while the server's list cannot be read", async () => {
    const strong = "lantern-river-41 under 9 moons";
    expect((await rate(strong)).level).toBe(4);
    const read = globalThis.fetch;
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    expect((await rate(strong)).level).toBe(2);
    vi.stubGlobal("fetch", read);
  });

  test("is low for a name, an address and words of the language that is shown", async () => {
    expect(await rate("margaret-2026")).toMatchObject({ level: expect.toSatisfy((level: number) => level < 3) });
    const inFrench = { about: [], language: "fr" } as const;
    expect((await rateStrength("printemps2026", inFrench)).level).toBeLessThan(3);
    expect((await rateStrength("contraseña1", { about: [], language: "es" })).level).toBeLessThan(3);
  });
});

describe("the list of common passwords", () => {
  test("is read in parts of some hundred hashes, by 12 bits, by everybody, and may be stored", async () => {
    const digits = hashPassword("Sunshine1");
    const { statusCode, headers, body } = await server.app.inject({
      url: `/api/common-passwords/${digits.slice(0, 3)}`,
      headers: { host: "demo.localhost" },
    });
    expect(statusCode).toBe(200);
    expect(headers["cache-control"]).toBe("public, max-age=86400");
    const { hashes } = JSON.parse(body) as { hashes: string[] };
    expect(hashes).toContain(digits.slice(3));
    expect(hashes.length).toBeGreaterThan(20);
    expect(hashes.length).toBeLessThan(1_000);
  });

  test.each(["0", "0000", "xyz", "0A0", "-01", "1e2.", "%00"])("has no part '%s'", async (bucket) => {
    const { statusCode } = await server.app.inject({
      url: `/api/common-passwords/${bucket}`,
      headers: { host: "demo.localhost" },
    });
    expect(statusCode).toBe(404);
  });
});

test("rules without a list are alike for the owner's name in any case", () => {
  expect(findRefusal("MARGARET@demo.test", ABOUT)).toBe("own");
  expect(findRefusal("MARGARET@demo.test", [])).toBeNull();
});
