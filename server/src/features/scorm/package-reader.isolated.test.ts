import { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import type { FileStore } from "../../platform/files.ts";
import { runInThread } from "../../platform/threads.ts";
import { describePackage } from "./package-reader.ts";

vi.mock(import("../../platform/threads.ts"), async (original) => {
  const actual = await original();
  return { ...actual, runInThread: vi.fn(actual.runInThread) as typeof actual.runInThread };
});

test("a long course structure is moved to the thread, which returns only what it describes", async () => {
  const title = "<title><langstring>Ropes</langstring></title>";
  const described = `${title}${title.replaceAll("title", "description")}`;
  const unit = `<au id="https://a.test/au">${described}<url>https://a.test/start</url></au>`;
  const course = `<course id="https://a.test/course">${described}</course>`;
  const xml = Buffer.from(`<courseStructure>${course}${unit}${" ".repeat(200_000)}</courseStructure>`);
  const files = { get: async () => Readable.from([xml]) } as unknown as FileStore;
  const { title: read } = await describePackage(files, { key: "a", size: xml.length, isXml: true });
  const { bytes } = vi.mocked(runInThread).mock.calls[0]![1] as { bytes: Uint8Array };
  expect([read, bytes.length]).toEqual(["Ropes", 0]);
  // The elements would be copied to this thread in one piece, 250,000 at most.
  const returned = await (vi.mocked(runInThread).mock.results[0]!.value as Promise<unknown>);
  expect(JSON.stringify(returned)).not.toContain("courseStructure");
  expect(returned).toMatchObject({ description: { title: "Ropes", units: [{ identifier: "https://a.test/au" }] } });
});
