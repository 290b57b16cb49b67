import { expect, test } from "vitest";
import { setBoot } from "../../app/boot.ts";
import { siteAddress } from "./siteAddress.ts";

const serve = (isOnlyInstance: boolean) =>
  setBoot({
    baseDomain: "learn.example.org",
    instance: { id: 1, name: "Harbour School", domain: "harbour" },
    detected: { instance: "harbour", branch: null },
    isOnlyInstance,
  });

test("the address of an instance has its domain", () => {
  serve(false);
  expect(new URL(siteAddress("harbour", "/settings")).hostname).toBe("harbour.learn.example.org");
});

test("the address of the only instance of a server begins with that of the page", () => {
  serve(true);
  expect(siteAddress("harbour", "/settings")).toBe(`${location.origin}/settings`);
});
