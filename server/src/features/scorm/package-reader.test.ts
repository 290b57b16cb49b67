import { Readable } from "node:stream";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { writeZip, type ZipEntry } from "../../demo/zip.ts";
import type { FileStore } from "../../platform/files.ts";
import { cmi5Package, cmi5Structure, scormManifest, scormPackage, tincanPackage } from "../../testing/packages.ts";
import { ARCHIVE_LIMITS, type ArchiveLimits } from "./archive.ts";
import type { AuDetails, ScoDetails, ScormManifest } from "./package.ts";
import { readPackage } from "./package-reader.ts";

/** The store as far as a reader needs it: one file, read whole or in part. */
function storeOf(bytes: Buffer): FileStore {
  const get: FileStore["get"] = async (_, range) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
  return { get } as FileStore;
}

const read = (bytes: Buffer, { isXml = false, limits = {} as Partial<ArchiveLimits> } = {}) =>
  readPackage(storeOf(bytes), { key: "1/aa/x", size: bytes.length, isXml }, { ...ARCHIVE_LIMITS, ...limits });

const SMALL: Partial<ArchiveLimits> = {
  totalBytes: 200_000,
  fileBytes: 100_000,
  entries: 20,
  ratio: 20,
  ratioFrom: 20_000,
};
const page: ZipEntry = { name: "one.html", data: "<!doctype html>" };
const manifest = (text = scormManifest({})): ZipEntry => ({ name: "imsmanifest.xml", data: text });
const withFile = (...files: ZipEntry[]) => writeZip([manifest(), page, ...files]);
const withManifest = (text: string | Buffer, ...files: ZipEntry[]) =>
  writeZip([{ name: "imsmanifest.xml", data: text }, page, ...files]);
const withHref = (href: string, more = "") =>
  withManifest(scormManifest({}).replace('href="one.html"', `href="${href}"${more}`));
const UNIX = 3 << 8;

describe("a package is refused, with the reason, when", () => {
  const good = scormPackage();
  const cases: [string, Buffer, RegExp, Partial<ArchiveLimits>?][] = [
    ["it is no zip at all", Buffer.from("<html></html>"), /not a zip file/],
    ["it is empty", writeZip([]), /empty/],
    ["it has nothing in it", Buffer.alloc(0), /not a zip file/],
    ["it is cut off at its end", good.subarray(0, good.length - 30), /not a zip file, or it is cut off/],
    ["it is cut off at its beginning", good.subarray(60), /damaged|cut off/],
    ["a file leads out of it", withFile({ name: "../evil.html", data: "x" }), /leads out of it/],
    ["a file leads out of it further in", withFile({ name: "a/../../evil.html", data: "x" }), /leads out of it/],
    ["a file leads out of it by backslashes", withFile({ name: "a\\..\\..\\evil.html", data: "x" }), /leads out of it/],
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
    ["its launch leads out of it", withHref("../one.html"), /outside of the package/],
    ["its launch leads out of it by percent signs", withHref("%2e%2e/%2e%2e/one.html"), /outside of the package/],
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
    ["it launches nothing", withManifest(scormManifest({}).replace('identifierref="r-one"', "")), /nothing to launch/],
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

describe("a package of cmi5 is refused when [cmi5 3.0.0.0-1, 8.1.0.0-6, 13.1.2.0-1, 13.1.3.0-1, 13.1.4.0-1, 13.1.4.0-2, 13.2.0.0-1, 14.1.0.0-2, 14.1.0.0-4]", () => {
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

  test("its structure comes alone with an address inside of a package [cmi5 14.2.0.0-1]", async () => {
    await expect(read(Buffer.from(cmi5Structure()), { isXml: true })).rejects.toThrow(/in no package/);
  });
});

describe("a package is read", () => {
  test("as SCORM 1.2, with what its items say [SCORM 1.2 manifest: items, masteryscore, maxtimeallowed, timelimitaction, datafromlms, prerequisites]", async () => {
    const inside = `<adlcp:prerequisites type="aicc_script">none</adlcp:prerequisites><adlcp:maxtimeallowed>00:30:00</adlcp:maxtimeallowed>
      <adlcp:timelimitaction>exit,message</adlcp:timelimitaction><adlcp:datafromlms>a &amp; b</adlcp:datafromlms><adlcp:masteryscore>80</adlcp:masteryscore>`;
    const items = [
      { id: "one", title: "First &amp; last", inside },
      { id: "two", type: "asset" as const, isVisible: false },
    ];
    const { description, files } = await read(scormPackage({ items }));
    expect(description).toMatchObject({
      kind: "scorm_1_2",
      version: "1.2",
      title: "Made for tests",
      entryUrl: "one.html",
      root: "",
    });
    expect(files).toBe(3);
    expect(description.units.map(({ identifier, kind, title }) => [identifier, kind, title])).toEqual([
      ["one", "sco", "First & last"],
      ["two", "asset", "two"],
    ]);
    const [first, second] = description.units.map(({ details }) => details as ScoDetails);
    expect(first).toEqual({
      isVisible: true,
      masteryScore: 80,
      maxTimeAllowed: "00:30:00",
      timeLimitAction: "exit,message",
      dataFromLms: "a & b",
      prerequisites: "none",
    });
    expect(second!.isVisible).toBe(false);
  });

  test("as SCORM 2004, with sequencing from the collection overridden inline [SCORM 2004 manifest: items, sequencing, sequencingCollection, completionThreshold]", async () => {
    const inside = `<imsss:sequencing IDRef="  shared "><imsss:controlMode choice="false" flow="true"/>
      <imsss:objectives><imsss:primaryObjective objectiveID="main" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.7</imsss:minNormalizedMeasure>
        <imsss:mapInfo targetObjectiveID="global" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>
      <adlseq:objectives><adlseq:objective objectiveID="main"><adlseq:mapInfo targetObjectiveID="global" writeRawScore="true"/></adlseq:objective></adlseq:objectives>
      </imsss:sequencing><adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.5"/>
      <adlcp:data><adlcp:map targetID="bucket" writeSharedData="false"/></adlcp:data>
      <adlnav:presentation><adlnav:navigationInterface><adlnav:hideLMSUI>continue</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation>`;
    const after = `<imsss:sequencingCollection><imsss:sequencing ID="shared"><imsss:controlMode choice="true"/>
      <imsss:limitConditions attemptLimit="2" attemptAbsoluteDurationLimit="PT30M"/>
      <imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions conditionCombination="any"><imsss:ruleCondition condition="satisfied" operator="not" referencedObjective="main"/></imsss:ruleConditions><imsss:ruleAction action="skip"/></imsss:preConditionRule></imsss:sequencingRules>
      <imsss:rollupRules rollupObjectiveSatisfied="false" objectiveMeasureWeight="0.5"><imsss:rollupRule childActivitySet="atLeastPercent" minimumPercent="0.5"><imsss:rollupConditions><imsss:rollupCondition condition="completed"/></imsss:rollupConditions><imsss:rollupAction action="completed"/></imsss:rollupRule></imsss:rollupRules>
      </imsss:sequencing></imsss:sequencingCollection>`;
    const { description } = await read(scormPackage({ version: "2004", items: [{ id: "one", inside }], after }));
    expect(description).toMatchObject({ kind: "scorm_2004", version: "2004 4th Edition" });
    const [only] = (description.manifest as ScormManifest).organization.children;
    expect(only!.hideLmsUi).toEqual(["continue"]);
    expect(only!.details).toMatchObject({
      scaledPassingScore: 0.7,
      maxTimeAllowed: "PT30M",
      completionThreshold: { completedByMeasure: true, minProgressMeasure: 0.5, progressWeight: 1 },
      dataMaps: [{ targetID: "bucket", readSharedData: true, writeSharedData: false }],
    });
    expect(only!.sequencing).toMatchObject({
      attemptLimit: 2,
      sequencingControls: {
        choice: false,
        flow: true,
        choiceExit: true,
        rollupObjectiveSatisfied: false,
        objectiveMeasureWeight: 0.5,
      },
      primaryObjective: {
        objectiveID: "main",
        minNormalizedMeasure: 0.7,
        mapInfo: [
          {
            targetObjectiveID: "global",
            readSatisfiedStatus: true,
            writeSatisfiedStatus: true,
            writeRawScore: true,
            readRawScore: true,
          },
        ],
      },
      sequencingRules: {
        preConditionRules: [
          {
            action: "skip",
            conditionCombination: "any",
            conditions: [{ condition: "satisfied", operator: "not", referencedObjective: "main" }],
          },
        ],
      },
      rollupRules: { rules: [{ action: "completed", consideration: "atLeastPercent", minimumPercent: 0.5 }] },
    });
  });

  test("with a map of scores and progress that says nothing but its target, which reads all [CAM 4th Ed. adlseq:mapInfo]", async () => {
    const inside = `<imsss:sequencing>
      <imsss:objectives><imsss:primaryObjective objectiveID="main"/></imsss:objectives>
      <adlseq:objectives><adlseq:objective objectiveID="main"><adlseq:mapInfo targetObjectiveID="global"/></adlseq:objective></adlseq:objectives>
      </imsss:sequencing>`;
    const { description } = await read(scormPackage({ version: "2004", items: [{ id: "one", inside }] }));
    const [only] = (description.manifest as ScormManifest).organization.children;
    expect(only!.sequencing!.primaryObjective!.mapInfo).toMatchObject([
      { targetObjectiveID: "global", readCompletionStatus: true, readRawScore: true, writeCompletionStatus: false },
    ]);
  });

  test("with the ids of objectives whatever spaces they are written with [CAM 4th Ed. anyURI]", async () => {
    const inside = `<imsss:sequencing><imsss:objectives><imsss:primaryObjective/>
      <imsss:objective objectiveID=" my%20%20own  "><imsss:mapInfo targetObjectiveID="of  all%20"/></imsss:objective></imsss:objectives>
      </imsss:sequencing>`;
    const { description } = await read(scormPackage({ version: "2004", items: [{ id: "one", inside }] }));
    const [only] = (description.manifest as ScormManifest).organization.children;
    expect(only!.sequencing!.objectives).toMatchObject([
      { objectiveID: "my own", mapInfo: [{ targetObjectiveID: "of all" }] },
    ]);
  });

  test.each([
    ["CAM 1.3", "2004 2nd Edition"],
    ["2004 3rd Edition", "2004 3rd Edition"],
    ["2004 4th Edition", "2004 4th Edition"],
  ])("of the schema version %s as %s", async (named, version) => {
    const text = scormManifest({ version: "2004" }).replace("2004 4th Edition", named);
    expect((await read(withManifest(text))).description.version).toBe(version);
  });

  test("by the namespace, when it says no version [SCORM 1.2 manifest: schemaversion]", async () => {
    const bare = (version: "1.2" | "2004") => scormManifest({ version }).replace(/<metadata>.*<\/metadata>/, "");
    expect((await read(withManifest(bare("1.2")))).description.kind).toBe("scorm_1_2");
    expect((await read(withManifest(bare("2004")))).description.kind).toBe("scorm_2004");
  });

  test.each([
    ["UTF-8 with a mark", (text: string) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])],
    [
      "UTF-16, little end first",
      (text: string) =>
        Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text.replace("UTF-8", "UTF-16"), "utf16le")]),
    ],
    [
      "UTF-16, big end first",
      (text: string) =>
        Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text.replace("UTF-8", "UTF-16"), "utf16le").swap16()]),
    ],
    ["ISO-8859-1", (text: string) => Buffer.from(text.replace("UTF-8", "ISO-8859-1"), "latin1")],
  ])("with a manifest in %s", async (_, encode) => {
    const text = scormManifest({}).replace("Made for tests", "Sécurité à l’école".replace("’", "'"));
    expect((await read(withManifest(encode(text)))).description.title).toBe("Sécurité à l'école");
  });

  test("one folder down, whatever the writing of its manifest's name, and zipped in the large form", async () => {
    const bytes = writeZip(
      [
        { ...manifest(), name: "Course/IMSManifest.XML" },
        { ...page, name: "Course/one.html" },
        { name: "__MACOSX/x", data: "" },
      ],
      { zip64: true },
    );
    const { description } = await read(bytes);
    expect(description).toMatchObject({ kind: "scorm_1_2", root: "Course/", entryUrl: "one.html" });
  });

  test("with bases, percent signs, backslashes, another writing of letters, parameters and a fragment", async () => {
    const text = scormManifest({ items: [{ id: "one", parameters: "?a=1&amp;b=2" }] })
      .replace("<resources>", '<resources xml:base="My%20Course/">')
      .replace('href="one.html"', 'xml:base="pages" href="start%20here.HTML?x=y#top"');
    const files = [{ name: "My Course\\pages\\Start Here.html", data: "x" }];
    const { description } = await read(withManifest(text, ...files));
    expect(description.entryUrl).toBe("My%20Course/pages/Start%20Here.html?x=y&a=1&b=2#top");
  });

  test("that launches a page elsewhere, by https", async () => {
    expect((await read(withHref("https://example.org/course?x=1"))).description.entryUrl).toBe(
      "https://example.org/course?x=1",
    );
  });

  test("with the default organization of several [SCORM 1.2 manifest: organizations; SCORM 2004 manifest: organizations]", async () => {
    const other =
      '<organization identifier="other"><title>Other</title><item identifier="o" identifierref="r-one"><title>O</title></item></organization>';
    const text = scormManifest({}).replace('default="org">', `default="org">${other}`);
    expect((await read(withManifest(text))).description.title).toBe("Made for tests");
  });

  test("as xAPI, with the activity that is launched", async () => {
    const { description } = await read(tincanPackage());
    expect(description).toMatchObject({ kind: "xapi", title: "An activity", entryUrl: "index.html" });
    expect(description.units).toMatchObject([{ identifier: "https://test.example/activity", kind: "activity" }]);
  });

  test("as cmi5, with every field of its AUs [cmi5 6.1.0.0-1, 13.1.0.0-1]", async () => {
    const inside = "<launchParameters>a=b</launchParameters><entitlementKey>key</entitlementKey>";
    const attributes =
      'moveOn="CompletedOrPassed" masteryScore="0.8" launchMethod="OwnWindow" activityType="https://x.example/type"';
    const { description } = await read(cmi5Package({ inside, attributes }));
    expect(description).toMatchObject({ kind: "cmi5", title: "Course", entryUrl: "au0.html" });
    expect(description.units[0]!.details as AuDetails).toEqual({
      publisherId: "https://test.example/au/0",
      title: { "en-US": "AU 0" },
      description: { "en-US": "An AU" },
      url: "au0.html",
      launchMethod: "OwnWindow",
      moveOn: "CompletedOrPassed",
      masteryScore: 0.8,
      launchParameters: "a=b",
      entitlementKey: "key",
      activityType: "https://x.example/type",
      objectives: [],
      blocks: [],
    });
  });

  test("as cmi5 with more than a thousand AUs, in the large form of zip [cmi5 6.1.0.0-2, 14.0.0.0-1]", async () => {
    expect((await read(cmi5Package({ aus: 1001 }, { zip64: true }))).description.units).toHaveLength(1001);
  });

  test("as a course structure of cmi5 alone, when its addresses are absolute [cmi5 14.0.0.0-1]", async () => {
    const { description, files } = await read(
      Buffer.from(cmi5Structure({ url: () => "https://au.example/start?x=1" })),
      { isXml: true },
    );
    expect([description.kind, description.entryUrl, files]).toEqual(["cmi5", "https://au.example/start?x=1", 0]);
  });

  test("as cmi5, when it has manifests of several standards", async () => {
    const bytes = writeZip([manifest(), page, { name: "cmi5.xml", data: cmi5Structure({ url: () => "one.html" }) }]);
    expect((await read(bytes)).description.kind).toBe("cmi5");
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

/** Bytes that do not compress, the same each time. */
function noise(length: number): Buffer {
  let state = 1;
  return Buffer.from(Array.from({ length }, () => (state = (state * 48271) % 2147483647) & 0xff));
}

/** Ninety thousand bytes that say they are ten. */
function bombThatLies(): Buffer {
  const data = Buffer.alloc(90_000);
  expect(deflateRawSync(data).length).toBeLessThan(500);
  return withFile({ name: "bomb", data, size: 10 });
}
