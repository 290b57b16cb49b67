import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStaticFiles } from "./static-files.ts";

const root = mkdtempSync(path.join(tmpdir(), "cairn-static-"));
const app = Fastify();
const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);

beforeAll(async () => {
  mkdirSync(path.join(root, "assets"));
  mkdirSync(path.join(root, ".hidden"));
  write("assets/a.js", "plain");
  write("assets/a.js.br", "compressed");
  write(".list", "secret");
  write(".hidden/a.js", "secret");
  const send = await openStaticFiles(app, { root, index: false, preCompressed: true });
  app.get<{ Params: { "*": string } }>("/*", async (request, reply) => send(reply, request.params["*"]) ?? "none");
  await app.ready();
  write("late.js", "late");
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

const get = async (url: string, encoding = "identity", method: "GET" | "HEAD" = "GET") => {
  const { statusCode, body, headers } = await app.inject({ method, url, headers: { "accept-encoding": encoding } });
  return [statusCode, body, headers["content-encoding"], headers["content-length"]];
};

describe("static files", () => {
  test("are sent as they are, and compressed to callers who accept it", async () => {
    expect(await get("/assets/a.js")).toEqual([200, "plain", undefined, "5"]);
    expect(await get("/assets/a.js?v=1", "br")).toEqual([200, "compressed", "br", "10"]);
    expect(await get("/assets/a.js.br")).toEqual([200, "compressed", undefined, "10"]);
    expect(await get("/assets/a.js", "br", "HEAD")).toEqual([200, "", "br", "10"]);
  });

  test.each(["/.list", "/.hidden/a.js", "/late.js", "/assets", "/assets/../.list", "/assets/%2e%2e/.list"])(
    "do not have %s, which is hidden, new or no file",
    async (url) => {
      expect((await get(url)).slice(0, 2)).toEqual([200, "none"]);
    },
  );

  test("have no route of their own", () => {
    expect(app.hasRoute({ method: "GET", url: "/assets/a.js" })).toBe(false);
  });
});
