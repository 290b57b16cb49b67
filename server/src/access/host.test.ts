import { describe, expect, test } from "vitest";
import { detectTenant } from "./host.ts";

describe("which tenant a host names", () => {
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
  ])("%s under %s", (host, base, instance, branch) => {
    expect(detectTenant(host, base)).toEqual({ instance, branch });
  });
});
