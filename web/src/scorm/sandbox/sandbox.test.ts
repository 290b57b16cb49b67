import { describe, expect, test } from "vitest";
import { type Boot, readCall, readBoot, toMessage, writeBoot } from "./boot.ts";
import { createStorage } from "./storage.ts";

const BOOT: Boot = {
  kind: "scorm_1_2",
  mostCharacters: 100,
  seed: { "cmi.core.lesson_location": "page 3" },
  sequencing: null,
  calls: [["LMSInitialize", [""]]],
};

describe("boot data of content in a sandbox", () => {
  test("is read from the window's name as it was written", () => {
    expect(readBoot(writeBoot(BOOT))).toMatchObject(BOOT);
  });

  test.each(["", "course", '{"mark":"other"}', '{"mark":"cairn-content"', '["cairn-content"]'])(
    "is null for the window name %s",
    (name) => {
      expect(readBoot(name)).toBeNull();
    },
  );

  test("is returned as calls, and other messages are not", () => {
    expect(readCall(toMessage(["LMSCommit", [""]]))).toEqual(["LMSCommit", [""]]);
    for (const data of [null, "LMSCommit", { name: "LMSCommit", given: [] }, { ...toMessage(["a", []]), given: "x" }])
      expect(readCall(data)).toBeNull();
  });
});

test("stores sandbox entries as texts, by methods and as properties", () => {
  const storage = createStorage();
  storage.setItem("page", 3 as unknown as string);
  storage["name"] = "Knots";
  expect([storage["page"], storage.getItem("name"), storage.length]).toEqual(["3", "Knots", 2]);
  expect([Object.keys(storage), "page" in storage, storage.key(1)]).toEqual([["page", "name"], true, "name"]);
  delete storage["name"];
  storage.removeItem("page");
  expect([storage.length, storage.getItem("page"), storage["page"]]).toEqual([0, null, undefined]);
});
