import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { writeZip, type ZipEntry } from "../../demo/zip.ts";
import { cmi5Structure, scormManifest, scormPackage } from "../../testing/packages.ts";
import { manifest, page, read, withFile, withHref, withManifest } from "../../testing/reading.ts";
import type { ArchiveLimits } from "../../platform/archive.ts";

const SMALL: Partial<ArchiveLimits> = {
  totalBytes: 200_000,
  fileBytes: 100_000,
  entries: 20,
  ratio: 20,
  ratioFrom: 20_000,
};
const UNIX = 3 << 8;

describe("rejects a package with the reason when", () => {
  const good = scormPackage();
  const cases: [string, Buffer, RegExp, Partial<ArchiveLimits>?][] = [
    ["it is no zip at all", Buffer.from("<html></html>"), /not a zip file/],
    ["it is empty", writeZip([]), /empty/],
    ["it has nothing in it", Buffer.alloc(0), /not a zip file/],
    ["it is cut off at its end", good.subarray(0, good.length - 30), /not a zip file, or it is cut off/],
    ["it is cut off at its beginning", good.subarray(60), /damaged|cut off/],
    ["a file outside of itself", withFile({ name: "../evil.html", data: "x" }), /outside of itself/],
    ["a file outside of itself further in", withFile({ name: "a/../../evil.html", data: "x" }), /outside of itself/],
    [
      "a file outside of itself by backslashes",
      withFile({ name: "a\\..\\..\\evil.html", data: "x" }),
      /outside of itself/,
    ],
    ["a path is absolute", withFile({ name: "/etc/passwd", data: "x" }), /absolute path/],
    ["a path is absolute by a backslash", withFile({ name: "\\windows\\x", data: "x" }), /absolute path/],
    ["a path has a drive letter", withFile({ name: "C:\\evil.html", data: "x" }), /drive letter/],
    ["a path has a drive letter without a slash", withFile({ name: "c:evil.html", data: "x" }), /drive letter/],
    ["a name has a NUL in it", withFile({ name: "a\0.html", data: "x" }), /NUL/],
    ["a name has a line break in it", withFile({ name: "a\nb.html", data: "x" }), /control characters/],
    ["a name is too long", withFile({ name: `${"x".repeat(256)}.html`, data: "x" }), /255 bytes/],
    ["a name is too long in bytes", withFile({ name: "é".repeat(200), data: "x" }), /255 bytes/],
    ["folders are too deep", withFile({ name: `${"d/".repeat(101)}x`, data: "x" }), /deep/],
    [
      "a file is a symbolic link",
      withFile({ name: "link", data: "/etc/passwd", madeBy: UNIX, attributes: (0o120777 << 16) >>> 0 }),
      /symbolic link/,
    ],
    [
      "a file is a device",
      withFile({ name: "dev", data: "", madeBy: UNIX, attributes: (0o020666 << 16) >>> 0 }),
      /device/,
    ],
    ["a file is encrypted", withFile({ name: "secret", data: "x", flags: 0x0801 }), /encrypted/],
    ["a file's checksum is wrong", withFile({ name: "bad.html", data: "hello", crc: 1 }), /'bad.html' is damaged/],
    ["a stored file's checksum is wrong", withFile({ name: "bad.js", data: "hello", stored: true, crc: 1 }), /damaged/],
    ["a file is longer than it says", withFile({ name: "bad.html", data: "hello hello", size: 5 }), /damaged/],
    ["a file is shorter than it says", withFile({ name: "bad.html", data: "hello", size: 500 }), /damaged/],
    ["a file is compressed in a foreign way", withFile({ name: "x.html", data: "x", method: 14 }), /compressed/],
    ["a file is there twice", withFile(page), /twice/],
    ["it has too many files", withFile(...many(30)), /more than 20 files/, SMALL],
    ["one file is too large", withFile({ name: "big", data: noise(150_000) }), /larger than/, SMALL],
    ["it unpacks to too much", withFile(...many(4, noise(60_000))), /unpacks to more than/, SMALL],
    // Read, these files would be damaged.
    [
      "its files declare too much",
      withFile(...many(3).map((file) => ({ ...file, size: 90_000 }))),
      /unpacks to more than/,
      SMALL,
    ],
    ["it is a bomb", withFile({ name: "bomb", data: Buffer.alloc(90_000) }), /times its size/, SMALL],
    ["it is a bomb that says it is small", bombThatLies(), /damaged|times its size/, SMALL],
    ["it has no manifest", writeZip([page]), /no imsmanifest.xml/],
    [
      "its manifest is two folders down",
      writeZip([{ ...manifest(), name: "a/b/imsmanifest.xml" }, page]),
      /no imsmanifest/,
    ],
    [
      "it has two manifests in two folders",
      writeZip([
        { ...manifest(), name: "a/imsmanifest.xml" },
        { ...manifest(), name: "b/imsmanifest.xml" },
      ]),
      /more than one folder/,
    ],
    ["its manifest is not XML", withManifest("hello"), /not well-formed|empty/],
    ["its manifest is cut off", withManifest(scormManifest({}).slice(0, -30)), /not well-formed/],
    [
      "its manifest has a DTD",
      withManifest(scormManifest({}).replace("<manifest", '<!DOCTYPE m SYSTEM "x"><manifest')),
      /DTD/,
    ],
    [
      "its manifest has entities that multiply",
      withManifest(
        scormManifest({}).replace("<manifest", '<!DOCTYPE m [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><manifest'),
      ),
      /DTD/,
    ],
    [
      "its manifest has an entity of a file",
      withManifest(
        scormManifest({}).replace("<manifest", '<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/passwd">]><manifest'),
      ),
      /DTD/,
    ],
    ["its manifest is nested without end", withManifest("<a>".repeat(5000) + "</a>".repeat(5000)), /nested too deeply/],
    [
      "its manifest is not in the encoding it names",
      withManifest(Buffer.from(scormManifest({}).replace("Made", "\xe9"), "latin1")),
      /encoding/,
    ],
    [
      "its manifest is in a foreign encoding",
      withManifest(scormManifest({}).replace("UTF-8", "EBCDIC-CP-US")),
      /EBCDIC/i,
    ],
    [
      "it is of SCORM 1.1",
      withManifest(scormManifest({}).replace(">1.2<", ">1.1<").replace("ADL SCORM", "ADL SCORM")),
      /SCORM 1.1/,
    ],
    ["it is of AICC", withManifest(scormManifest({}).replace("ADL SCORM", "AICC")), /AICC/],
    [
      "it is of a version nobody knows",
      withManifest(scormManifest({}).replace(">1.2<", ">7<").replace("adlcp_rootv1p2", "x")),
      /'7'/,
    ],
    ["its launch file is missing", withHref("missing.html"), /'missing.html', which is not in the package/],
    ["its launch outside of itself", withHref("../one.html"), /outside of the package/],
    ["its launch outside of itself by percent signs", withHref("%2e%2e/%2e%2e/one.html"), /outside of the package/],
    ["its launch is a script", withHref("javascript:alert(1)"), /not accepted/],
    ["its launch is data", withHref("data:text/html,hello"), /not accepted/],
    ["its launch is a plain http page", withHref("http://example.org/"), /https/],
    ["its launch is a file of this machine", withHref("file:///etc/passwd"), /not accepted/],
    [
      "its item refers to nothing",
      withManifest(scormManifest({}).replace('identifierref="r-one"', 'identifierref="r-two"')),
      /'r-two'/,
    ],
    ["two items have one identifier", scormPackage({ items: [{ id: "one" }, { id: "one" }] }), /twice|two items/],
    [
      "it launches nothing",
      withManifest(scormManifest({}).replace('identifierref="r-one"', "")),
      /nothing that can be launched/,
    ],
  ];

  test.each(cases)("%s", async (_, bytes, reason, limits) => {
    await expect(read(bytes, { ...(limits && { limits }) })).rejects.toThrow(reason);
  });

  test("it is the manifest of a package alone", async () => {
    await expect(read(Buffer.from(scormManifest({})), { isXml: true })).rejects.toThrow(/whole package as a zip/);
    await expect(read(Buffer.from("<tincan/>"), { isXml: true })).rejects.toThrow(/whole package as a zip/);
    await expect(read(Buffer.from("<html/>"), { isXml: true })).rejects.toThrow(/not a cmi5 course structure/);
  });
});

describe("rejects a cmi5 package when [cmi5 3.0.0.0-1, 8.1.0.0-6, 13.1.2.0-1, 13.1.3.0-1, 13.1.4.0-1, 13.1.4.0-2, 13.2.0.0-1, 14.1.0.0-2, 14.1.0.0-4]", () => {
  const cases: [string, Buffer, RegExp][] = [
    ["an id is no IRI", cmi5(cmi5Structure().replace("https://test.example/au/0", "au-0")), /no IRI/],
    [
      "an id is there twice",
      cmi5(cmi5Structure().replace("https://test.example/au/0", "https://test.example/course")),
      /more than once/,
    ],
    ["the file of an AU is missing", cmi5(cmi5Structure({ url: () => "missing.html" })), /missing.html/],
    [
      "an AU's address has a reserved parameter",
      cmi5(cmi5Structure({ url: () => "au0.html?fetch=x" })),
      /reserved parameter 'fetch'/,
    ],
    [
      "an AU's mastery score is beyond one",
      cmi5(cmi5Structure({ attributes: 'masteryScore="1.5"' })),
      /between 0 and 1/,
    ],
    ["an AU moves on by a rule nobody knows", cmi5(cmi5Structure({ attributes: 'moveOn="Sometimes"' })), /'Sometimes'/],
    ["there is no AU", cmi5(cmi5Structure({ aus: 0 })), /no assignable unit/],
    [
      "an AU has no title",
      cmi5(cmi5Structure().replace(/<title><langstring lang="en-US">AU 0<\/langstring><\/title>/, "")),
      /without a title/,
    ],
    [
      "an AU refers to an objective that is not there",
      cmi5(cmi5Structure({ inside: '<objectives><objective idref="https://x.example/o"/></objectives>' })),
      /objective/,
    ],
  ];
  test.each(cases)("%s", async (_, bytes, reason) => {
    await expect(read(bytes)).rejects.toThrow(reason);
  });

  test("its lone structure has an address inside a package [cmi5 14.2.0.0-1]", async () => {
    await expect(read(Buffer.from(cmi5Structure()), { isXml: true })).rejects.toThrow(/belongs to no package/);
  });
});

function cmi5(structure: string): Buffer {
  return writeZip([
    { name: "cmi5.xml", data: structure },
    { name: "au0.html", data: "x" },
  ]);
}

function many(count: number, data: string | Buffer = "x"): ZipEntry[] {
  return Array.from({ length: count }, (_, n) => ({ name: `file-${n}`, data }));
}

/** Returns bytes that do not compress, the same each time. */
function noise(length: number): Buffer {
  let state = 1;
  return Buffer.from(Array.from({ length }, () => (state = (state * 48271) % 2147483647) & 0xff));
}

/** Returns an archive of ninety thousand bytes that declares ten. */
function bombThatLies(): Buffer {
  const data = Buffer.alloc(90_000);
  expect(deflateRawSync(data).length).toBeLessThan(500);
  return withFile({ name: "bomb", data, size: 10 });
}
