import { describe, expect, test } from "vitest";
import { hashLightly, hashPassword, passwordMatches, passwordProblem, strengthen } from "./passwords.ts";

describe("passwordProblem", () => {
  test.each([
    ["short", /at least 8/],
    ["x".repeat(201), /at most 200/],
    ["password123", /too easy/],
    ["aaaaaaaaaa", /too easy/],
    ["23456789", /too easy/],
    ["margaret@demo.test", /too easy/],
    ["Margaret@Demo.test", /too easy/],
    ["Welcome2026!", /too easy/],
    ["lantern", /at least 8/],
  ])("refuses a password that is %s", (password, reason) =>
    expect(passwordProblem(password, ["margaret@demo.test", "Margaret"])).toMatch(reason),
  );

  test("refuses common passwords of real leaks in any case", () => {
    const common =
      "iloveyou1 Sunshine1 baseball1 football12 letmein123 qwertyuiop 1qaz2wsx3edc Passw0rd! trustno1 starwars1 princess1 monkey123 superman1 Michael1 jordan23 harley123 dragon123 welcome1 SUNSHINE1 AZERTYUIOP".split(
        " ",
      );
    expect(common.filter((password) => passwordProblem(password) === null)).toEqual([]);
  });

  test("accepts unusual passwords of 8 to 200 characters, whatever is known of their owner", () => {
    for (const password of ["lntrn-41", "lantern-river-41", `lantern-river-${"41".repeat(93)}`])
      for (const about of [[], ["margaret@demo.test"]])
        expect([password, passwordProblem(password, about)]).toEqual([password, null]);
  });
});

test("a password matches its own hash only, and never the missing hash of an unknown account", async () => {
  const stored = await hashPassword("lantern-river-41");
  expect(stored).toMatch(/^\$argon2id\$/);
  expect(await passwordMatches(stored, "lantern-river-41")).toBe(true);
  expect(await passwordMatches(stored, "lantern-river-42")).toBe(false);
  expect(await passwordMatches(null, "nobody has this password")).toBe(false);
});

test("a password of 200 characters matches its hash, and a longer one none", async () => {
  const longest = "lantern-river".repeat(16).slice(0, 200);
  for (const [password, matches] of [
    [longest, true],
    [`${longest}x`, false],
  ] as const)
    expect(await passwordMatches(await hashPassword(password), password)).toBe(matches);
});

test("a light hash matches its password, also after it is strengthened without the password", async () => {
  const light = await hashLightly("lantern-river-41");
  const strong = (await strengthen(light))!;
  expect(light).not.toContain("lantern");
  expect(strong).toContain("$argon2id$v=19$m=19456,t=2");
  for (const stored of [light, strong]) {
    expect(await passwordMatches(stored, "lantern-river-41")).toBe(true);
    expect(await passwordMatches(stored, "lantern-river-42")).toBe(false);
  }
  expect(await strengthen(strong)).toBeNull();
  expect(await strengthen(await hashPassword("lantern-river-41"))).toBeNull();
  expect(await hashLightly("lantern-river-41")).not.toBe(light);
});
