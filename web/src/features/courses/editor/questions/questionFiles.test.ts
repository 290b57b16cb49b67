import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { takeFiles } from "./filesOfMoodle.ts";
import { readQuestionFile } from "./questionFiles.ts";
import { readFileOfZip } from "./xmlOfZip.ts";

describe("takeFiles", () => {
  test("takes the contents of files in their order, and leaves what only looks like one", () => {
    const document = `<quiz><!-- <file name="no">AAAA</file> --><text><![CDATA[<file>BBBB</file>]]></text><file name="a.png" path="/">
CCCC
</file><file name="b.png"/></quiz>`;
    expect(takeFiles(document)).toEqual({
      text: document.replace("\nCCCC\n", "").replace('<file name="b.png"/>', '<file name="b.png"></file>'),
      files: ["CCCC", ""],
    });
  });
});

/** Writes a zip with one file, as browsers read it: the directory has what the sizes are. */
function zip(name: string, bytes: Buffer, method: number): Uint8Array<ArrayBuffer> {
  const stored = method === 8 ? deflateRawSync(bytes) : bytes;
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(stored.length, 20);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + name.length + stored.length, 16);
  return new Uint8Array(Buffer.concat([local, Buffer.from(name), stored, entry, Buffer.from(name), end]));
}

describe("readFileOfZip", () => {
  test.each([0, 8])("reads a file of the method %d", async (method) => {
    const bytes = Buffer.from("a picture".repeat(50));
    const read = await readFileOfZip(zip("p/a.png", bytes, method), "p/a.png", 1_000);
    expect(Buffer.from(read!).equals(bytes)).toBe(true);
    expect(await readFileOfZip(zip("p/a.png", bytes, method), "../p/a.png", 1_000)).toBeNull();
    expect(await readFileOfZip(zip("p/a.png", bytes, method), "p/a.png", 100)).toBeNull();
  });

  test("stops reading a bomb, and finds nothing in what is no zip, is damaged or has another method", async () => {
    expect(await readFileOfZip(zip("a.png", Buffer.alloc(20_000_000), 8), "a.png", 10_000)).toBeNull();
    expect(await readFileOfZip(new Uint8Array([1, 2, 3]), "a.png", 10_000)).toBeNull();
    const damaged = zip("a.png", Buffer.from("x".repeat(500)), 8);
    damaged.fill(0xff, 35, 40);
    expect(await readFileOfZip(damaged, "a.png", 10_000)).toBeNull();
    expect(await readFileOfZip(zip("a.png", Buffer.from("x"), 12), "a.png", 10_000)).toBeNull();
  });
});

describe("readQuestionFile", () => {
  const bytes = (encoding: "latin1" | "utf8", text: string) => new Uint8Array(Buffer.from(text, encoding));

  test.each(["questions.csv", "questions.gift"])(
    "reads %s in UTF-8 and UTF-16, and as Windows programs save it",
    async (name) => {
      for (const encoding of ["utf8", "latin1"] as const) {
        const { read } = await readQuestionFile(new File([bytes(encoding, "Où est le café ?")], name));
        expect(read.content).toBe("Où est le café ?");
      }
      const wide = Buffer.from("\uFEFFOù est le café ?", "utf16le");
      for (const text of [wide, Buffer.from(wide).swap16()]) {
        const { read } = await readQuestionFile(new File([new Uint8Array(text)], name));
        expect(read.content).toBe("Où est le café ?");
      }
      const marked = await readQuestionFile(new File([bytes("utf8", "\uFEFFÀ")], name));
      expect(marked.read.content).toBe("À");
    },
  );
});
