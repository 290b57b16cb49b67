import { describe, expect, test } from "vitest";
import { writeZip, type ZipEntry } from "../../demo/zip.ts";
import { cmi5Structure, scormManifest, scormPackage } from "../../testing/packages.ts";
import { manifest, page, read, withFile, withHref, withManifest } from "../../testing/reading.ts";
import type { ArchiveLimits } from "../../platform/archive.ts";
import { mediaType } from "./media-types.ts";
import type { ScormManifest } from "./package.ts";

const UNIX = 3 << 8;
const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const MB = 1024 * 1024;

/** Returns a SCORM manifest with text inserted before the end of its root. */
const withInside = (text: string) => withManifest(scormManifest({}).replace("</manifest>", `${text}</manifest>`));

describe("rejects a hostile archive when", () => {
  const good = scormPackage();
  const cases: [string, Buffer, RegExp, Partial<ArchiveLimits>?][] = [
    [
      "it says that it has more files than it has",
      patched(good, END, 10, (bytes, at) => bytes.writeUInt16LE(9, at)),
      /damaged|cut off|not a zip/,
    ],
    [
      "its directory has a wrong offset",
      patched(good, END, 16, (bytes, at) => bytes.writeUInt32LE(7, at)),
      /damaged|cut off|not a zip/,
    ],
    [
      "its directory has an offset beyond its end",
      patched(good, END, 16, (bytes, at) => bytes.writeUInt32LE(1e9, at)),
      /damaged|cut off|not a zip/,
    ],
    [
      "a file has an offset beyond its end",
      patched(good, CENTRAL, 42, (bytes, at) => bytes.writeUInt32LE(1e9, at)),
      /damaged/,
    ],
    [
      "a file has the offset of no file",
      patched(good, CENTRAL, 42, (bytes, at) => bytes.writeUInt32LE(3, at)),
      /damaged/,
    ],
    ["the header of a file is broken", patched(good, LOCAL, 0, (bytes, at) => bytes.writeUInt32LE(0, at)), /damaged/],
    [
      "a file says by 64 bits that it is larger than any disk",
      writeZip([manifest(), { ...page, size: 2 ** 50 }], { zip64: true }),
      /larger than 1024 MB/,
    ],
    [
      "its large form is cut out of its middle",
      cutOut(writeZip([manifest(), page], { zip64: true })),
      /damaged|cut off|not a zip/,
    ],
    [
      "many files are one and the same bytes",
      overlapping(40, Buffer.alloc(60_000)),
      /damaged|times its size|unpacks to more/,
      { ratio: 20, ratioFrom: 20_000, totalBytes: 500_000 },
    ],
    [
      "a folder of it is a symbolic link",
      withFile({ name: "pages", data: "..", madeBy: UNIX, attributes: (0o120777 << 16) >>> 0 }),
      /symbolic link/,
    ],
    [
      "a file of it is a pipe",
      withFile({ name: "pipe", data: "", madeBy: UNIX, attributes: (0o010666 << 16) >>> 0 }),
      /special file/,
    ],
    [
      "a file of it is a socket",
      withFile({ name: "sock", data: "", madeBy: UNIX, attributes: (0o140666 << 16) >>> 0 }),
      /special file/,
    ],
    [
      "a name says that it is UTF-8 and is not",
      withFile({ name: Buffer.from([0x61, 0xff, 0xfe]), data: "x" }),
      /not valid UTF-8/,
    ],
    [
      "a path outside of itself with slashes of both kinds",
      withFile({ name: "a/..\\../evil.html", data: "x" }),
      /outside of itself/,
    ],
    ["a path is one of the network", withFile({ name: "\\\\server\\share\\evil.html", data: "x" }), /absolute path/],
    [
      "a path outside of itself behind dots that mean nothing",
      withFile({ name: "./././../evil.html", data: "x" }),
      /outside of itself/,
    ],
    ["a file is written in two ways that are one path", withFile({ name: ".//one.html", data: "x" }), /twice/],
  ];
  test.each(cases)("%s", async (_, bytes, reason, limits) => {
    await expect(read(bytes, { ...(limits && { limits }) })).rejects.toThrow(reason);
  });
});

describe("rejects a hostile manifest when", () => {
  const cases: [string, Buffer, RegExp][] = [
    ["it begins comments and ends none", withManifest("<!--".repeat(MB)), /never closed/],
    ["it begins elements and ends none", withManifest("<a".repeat(MB)), /never closed/],
    ["it begins sections and ends none", withManifest(`<a>${"<![CDATA[".repeat(MB / 4)}`), /never closed/],
    ["it begins instructions and ends none", withManifest("<?x".repeat(MB)), /never closed/],
    [
      "it is nothing but elements",
      withManifest(`<manifest>${"<b/>".repeat(300_000)}</manifest>`),
      /more than 250000 elements/,
    ],
    ["an attribute of it is a megabyte", withInside(`<a b="${"x".repeat(MB)}"/>`), /attributes are too long/],
    [
      "an element has a hundred thousand attributes",
      withInside(`<a ${attributes(100_000)}/>`),
      /attributes are too long/,
    ],
    ["it has more than 20 MB", withManifest(" ".repeat(21 * MB)), /larger than 20 MB/],
    [
      "it has entities of its own in a document type within a document type",
      withManifest(`<!DOCTYPE a [<!ENTITY % p SYSTEM "http://evil.example/x.dtd"> %p;]>${scormManifest({})}`),
      /DTD/,
    ],
    ["it has a document type in small letters", withManifest(`<!doctype manifest>${scormManifest({})}`), /DTD/],
    ["it is in UTF-7", withManifest(scormManifest({}).replace("UTF-8", "UTF-7")), /'utf-7'/],
    [
      "it is in UTF-32",
      withManifest(Buffer.from([...scormManifest({})].flatMap((character) => [character.charCodeAt(0), 0, 0, 0]))),
      /not well-formed|encoding|no/,
    ],
    [
      "it has the mark of UTF-16 and is not",
      withManifest(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(scormManifest({}))])),
      /not well-formed|encoding|empty/,
    ],
    [
      "it has items in each other without end",
      withManifest(scormManifest({ items: [nested(120)] })),
      /nested too deeply/,
    ],
    ["it has an identifier of ten thousand letters", makePackage("x".repeat(10_000)), /more than 4000 characters/],
    [
      "it has a title of ten thousand letters",
      scormPackage({ items: [{ id: "one", title: "x".repeat(10_000) }] }),
      /more than 4000 characters/,
    ],
  ];
  test.each(cases)("%s", async (_, bytes, reason) => {
    await expect(read(bytes)).rejects.toThrow(reason);
  });

  test("its elements are named like properties of every object", async () => {
    for (const name of ["__proto__", "constructor", "prototype"])
      await expect(read(withInside(`<${name} polluted="yes"/>`)).then(() => "taken", String)).resolves.toMatch(
        /taken|not accepted/,
      );
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  const addresses: [string, RegExp][] = [
    ["%2e%2e%2f%2e%2e%2fone.html", /outside of the package/],
    ["..%5c..%5cone.html", /outside of the package/],
    ["a/../../one.html", /outside of the package/],
    ["%252e%252e/one.html", /not in the package/],
    ["%c0%ae%c0%ae/one.html", /not in the package/],
    ["one.html%00.png", /no file of the package/],
    ["/etc/passwd", /not in the package/],
    ["JaVaScRiPt:alert(1)", /not accepted/],
    ["java\tscript:alert(1)", /not accepted|no file of the package|not in the package/],
    [" javascript:alert(1)", /not accepted/],
    ["vbscript:x", /not accepted/],
    ["blob:https://evil.example/x", /not accepted/],
    ["view-source:https://evil.example", /not accepted/],
    ["ftp://evil.example/x", /not accepted/],
    ["HTTP://evil.example/", /https/],
    ["https:", /not accepted/],
    ["https://", /not accepted/],
    ["https://[::1", /not accepted/],
    ["", /nothing that can be launched|no file of the package/],
    ["?x=1", /no file of the package/],
    ["#top", /no file of the package/],
  ];
  test.each(addresses)("it launches '%s'", async (href, reason) => {
    await expect(read(withHref(href.replaceAll("&", "&amp;")))).rejects.toThrow(reason);
  });

  test.each(["javascript:", "data:text/html,", "http://evil.example/", "../", "%2e%2e/"])(
    "its base is '%s'",
    async (base) => {
      await expect(read(withHref("one.html", ` xml:base="${base}"`))).rejects.toThrow(/not accepted|https|outside/);
    },
  );

  test("rejects a lone cmi5 structure that launches a non-web address", async () => {
    for (const url of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//evil.example:x/"])
      await expect(read(Buffer.from(cmi5Structure({ url: () => url })), { isXml: true })).rejects.toThrow();
  });
});

describe("accepts what is unusual but harmless:", () => {
  test("keeps archives inside the archive as archives", async () => {
    const bomb = writeZip([{ name: "bomb", data: Buffer.alloc(5 * MB) }]);
    const { files } = await read(withFile({ name: "inner.zip", data: writeZip([{ name: "bomb.zip", data: bomb }]) }));
    expect(files).toBe(3);
  });

  test("accepts names that differ only in case, and a name that is a file and a folder", async () => {
    const { files, description } = await read(
      withFile({ name: "ONE.html", data: "x" }, { name: "a", data: "x" }, { name: "a/b", data: "x" }),
    );
    expect([files, description.entryUrl]).toEqual([5, "one.html"]);
  });

  test("accepts names with a meaning elsewhere, because no name becomes a name in the store", async () => {
    const names = ["CON", "nul.txt", "page.html:stream", "ends with a dot.", "-rf", "$(reboot).js", "a\u202egpj.exe"];
    const { files } = await read(withFile(...names.map((name) => ({ name, data: "x" }))));
    expect(files).toBe(names.length + 2);
  });

  test("accepts an archive whose two lists of names differ, by its directory alone", async () => {
    const bytes = withFile({ name: "evil.html", data: "x" });
    bytes.write("live.html", bytes.indexOf("evil.html"));
    const { files, description } = await read(bytes);
    expect([files, description.entryUrl]).toEqual([3, "one.html"]);
  });

  test("accepts a document type inside a comment or section, and '<' or '>' in attributes", async () => {
    const text =
      '<!-- <!DOCTYPE x> --><metadata><![CDATA[<!DOCTYPE x [<!ENTITY a "b">]>]]></metadata><a b="1 > 2 &lt; 3"/>';
    expect((await read(withInside(text))).description.title).toBe("Made for tests");
  });

  test("accepts identifiers that are also properties of every object", async () => {
    const items = ["__proto__", "constructor", "toString"].map((id) => ({ id }));
    const { description } = await read(scormPackage({ items }));
    expect(description.units.map(({ identifier }) => identifier)).toEqual(["__proto__", "constructor", "toString"]);
  });

  test("keeps unknown entities as text", async () => {
    const text = scormManifest({}).replace("Made for tests", "&xxe; &lt;script&gt;alert(1)&lt;/script&gt;");
    expect((await read(withManifest(text))).description.title).toBe("&xxe; <script>alert(1)</script>");
  });

  test("ignores values that are not numbers or are infinite", async () => {
    const inside = `<imsss:sequencing><imsss:limitConditions attemptLimit="1e999"/><imsss:objectives>
      <imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>NaN</imsss:minNormalizedMeasure></imsss:primaryObjective>
      </imsss:objectives></imsss:sequencing>`;
    const { description } = await read(scormPackage({ version: "2004", items: [{ id: "one", inside }] }));
    const [only] = (description.manifest as ScormManifest).organization.children;
    expect(only!.sequencing).not.toHaveProperty("attemptLimit");
    expect(only!.sequencing!.primaryObjective!.minNormalizedMeasure).toBe(1);
  });

  test("serves pictures and texts that could run scripts with their own types", () => {
    for (const name of ["a.svg", "a.xhtml", "a.xml", "A.SVG", "a.htm"]) expect(mediaType(name)).toMatch(/html|xml/);
    for (const name of ["a", "a.mht", "a.hta", "a.html.", "a.unknown"])
      expect(mediaType(name)).toBe("application/octet-stream");
  });
});

/** Returns an archive with some bytes replaced at an offset from the last occurrence of a signature. */
function patched(whole: Buffer, signature: number, offset: number, write: (bytes: Buffer, at: number) => void): Buffer {
  const bytes = Buffer.from(whole);
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(signature);
  write(bytes, bytes.lastIndexOf(mark) + offset);
  return bytes;
}

function cutOut(whole: Buffer): Buffer {
  return Buffer.concat([whole.subarray(0, 40), whole.subarray(90)]);
}

/** Returns an archive whose directory lists one file many times under different names. */
function overlapping(count: number, data: Buffer): Buffer {
  const whole = writeZip([manifest(), page, { name: "file-00", data }]);
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(CENTRAL);
  const last = whole.lastIndexOf(mark);
  mark.writeUInt32LE(END);
  const end = whole.lastIndexOf(mark);
  const more = Array.from({ length: count }, (_, n) => {
    const entry = Buffer.from(whole.subarray(last, end));
    entry.write(`file-${String(n + 10)}`, entry.indexOf("file-00"));
    return entry;
  });
  const tail = Buffer.from(whole.subarray(end));
  const size = more.reduce((sum, { length }) => sum + length, 0);
  tail.writeUInt16LE(count + 3, 8);
  tail.writeUInt16LE(count + 3, 10);
  tail.writeUInt32LE(tail.readUInt32LE(12) + size, 12);
  return Buffer.concat([whole.subarray(0, end), ...more, tail]);
}

const attributes = (count: number) => Array.from({ length: count }, (_, n) => `a${n}="x"`).join(" ");

/** Returns an item nested to this depth. */
function nested(depth: number): { id: string; children?: { id: string }[] } {
  return depth === 0 ? { id: "one" } : { id: `deep-${depth}`, children: [nested(depth - 1)] };
}

function makePackage(identifier: string): Buffer {
  const files: ZipEntry[] = [page];
  const text = scormManifest({}).replace('<item identifier="one"', `<item identifier="${identifier}"`);
  return writeZip([manifest(text), ...files]);
}
