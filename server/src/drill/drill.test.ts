import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FileStore, openFileStore } from "../platform/files.ts";
import { startServer, type TestServer } from "../testing/server.ts";
import { verifyPages } from "./database.ts";
import { compareFiles } from "./files.ts";
import { signInEverywhere } from "./sign-in.ts";

let server: TestServer;
let owner: pg.Client;
let folder: string;
let copy: FileStore;
let key: string;
beforeAll(async () => {
  server = await startServer();
  owner = new pg.Client({ ...server.connection, user: "postgres" });
  await owner.connect();
  folder = await mkdtemp(path.join(tmpdir(), "cairn-files-"));
  copy = openFileStore({ DATA_DIR: folder });
  for await (const file of server.platform.files.list(""))
    await copy.put(file.key, createReadStream(path.join(server.platform.config.DATA_DIR, "files", file.key)), {
      type: "application/octet-stream",
    });
  key = (await owner.query("SELECT key FROM files WHERE size > 0 LIMIT 1")).rows[0].key;
});
afterAll(async () => {
  await owner.end();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const compare = () => compareFiles(owner, copy, server.platform.files);
const replace = (bytes: Buffer) => copy.put(key, Readable.from([bytes]), { type: "application/octet-stream" });

test("compareFiles finds files that are missing, cut off, or have other bytes", async () => {
  const { holds, detail } = await compare();
  expect([holds, detail]).toEqual([true, expect.stringMatching(/^[1-9]\d* are there, [1-9]\d* compared/)]);
  const size = Number((await owner.query("SELECT size FROM files WHERE key = $1", [key])).rows[0].size);
  await replace(Buffer.alloc(size, 7));
  expect(await compare()).toMatchObject({ holds: false, detail: expect.stringContaining("has other bytes") });
  await replace(Buffer.alloc(size - 1));
  expect(await compare()).toMatchObject({ holds: false, detail: expect.stringContaining(`${size - 1} bytes`) });
  await copy.remove(key);
  expect(await compare()).toMatchObject({ holds: false, detail: expect.stringContaining("is missing") });
});

test("signInEverywhere signs a user of each instance in, and names the instance where it fails", async () => {
  expect(await signInEverywhere(owner, server.platform)).toEqual({
    subject: "Sign-in",
    holds: true,
    detail: "A user of each of 2 instances signed in.",
  });
  await owner.query("UPDATE instances SET domain = 'else' WHERE domain = 'riverside'");
  await owner.query("ALTER TABLE sessions ADD CONSTRAINT closed CHECK (instance_id IS NULL) NOT VALID");
  expect(await signInEverywhere(owner, server.platform)).toMatchObject({
    holds: false,
    detail: expect.stringMatching(/demo: .*; else: /),
  });
});

test("verifyPages does not judge pages that the role may not check", async () => {
  await owner.query("CREATE EXTENSION IF NOT EXISTS amcheck");
  await owner.query("SET ROLE cairn_app");
  const { holds, detail } = await verifyPages(owner);
  await owner.query("RESET ROLE");
  expect([holds, detail]).toEqual([null, "This role may not check pages: name a superuser of the copy."]);
});
