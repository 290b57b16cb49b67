import { describe, expect, test } from "vitest";
import { writeZip } from "../../demo/zip.ts";
import { cmi5Package, cmi5Structure, scormManifest, scormPackage, tincanPackage } from "../../testing/packages.ts";
import { manifest, page, read, withHref, withManifest } from "../../testing/reading.ts";
import type { AuDetails, ScoDetails, ScormManifest } from "./package.ts";

describe("package reader", () => {
  test("reads SCORM 1.2 with the data of its items [SCORM 1.2 manifest: items, masteryscore, maxtimeallowed, timelimitaction, datafromlms, prerequisites]", async () => {
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

  test("reads SCORM 2004 with sequencing from the collection overridden inline [SCORM 2004 manifest: items, sequencing, sequencingCollection, completionThreshold]", async () => {
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

  test("reads an objective map that names only its target as reading everything [CAM 4th Ed. adlseq:mapInfo]", async () => {
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

  test("normalises spaces in the ids of objectives [CAM 4th Ed. anyURI]", async () => {
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
  ])("reads schema version %s as %s", async (named, version) => {
    const text = scormManifest({ version: "2004" }).replace("2004 4th Edition", named);
    expect((await read(withManifest(text))).description.version).toBe(version);
  });

  test("detects the version by the namespace when the schema version is missing [SCORM 1.2 manifest: schemaversion]", async () => {
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
  ])("reads a manifest in %s", async (_, encode) => {
    const text = scormManifest({}).replace("Made for tests", "Sécurité à l’école".replace("’", "'"));
    expect((await read(withManifest(encode(text)))).description.title).toBe("Sécurité à l'école");
  });

  test("reads a package one folder down, with any case of the manifest's name, in zip64", async () => {
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

  test("resolves bases, percent signs, backslashes, other case, parameters and a fragment", async () => {
    const text = scormManifest({ items: [{ id: "one", parameters: "?a=1&amp;b=2" }] })
      .replace("<resources>", '<resources xml:base="My%20Course/">')
      .replace('href="one.html"', 'xml:base="pages" href="start%20here.HTML?x=y#top"');
    const files = [{ name: "My Course\\pages\\Start Here.html", data: "x" }];
    const { description } = await read(withManifest(text, ...files));
    expect(description.entryUrl).toBe("My%20Course/pages/Start%20Here.html?x=y&a=1&b=2#top");
  });

  test("accepts an external page to launch by https", async () => {
    expect((await read(withHref("https://example.org/course?x=1"))).description.entryUrl).toBe(
      "https://example.org/course?x=1",
    );
  });

  test("reads the default organization of several [SCORM 1.2 manifest: organizations; SCORM 2004 manifest: organizations]", async () => {
    const other =
      '<organization identifier="other"><title>Other</title><item identifier="o" identifierref="r-one"><title>O</title></item></organization>';
    const text = scormManifest({}).replace('default="org">', `default="org">${other}`);
    expect((await read(withManifest(text))).description.title).toBe("Made for tests");
  });

  test("names the resources of a package without organizations after their files", async () => {
    const text = scormManifest({})
      .replace(/<organizations.*<\/organizations>/s, "<organizations/>")
      .replace('href="one.html"', 'href="pages/Tie%20a%20knot.html?start=1"');
    const { description } = await read(withManifest(text, { name: "pages/Tie a knot.html", data: "x" }));
    expect(description.units).toMatchObject([{ identifier: "r-one", title: "Tie a knot" }]);
  });

  test("reads xAPI with the activity that is launched", async () => {
    const { description } = await read(tincanPackage());
    expect(description).toMatchObject({ kind: "xapi", title: "An activity", entryUrl: "index.html" });
    expect(description.units).toMatchObject([{ identifier: "https://test.example/activity", kind: "activity" }]);
  });

  test("reads cmi5 with every field of its AUs [cmi5 6.1.0.0-1, 13.1.0.0-1]", async () => {
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

  test("reads cmi5 with more than a thousand AUs in zip64 [cmi5 6.1.0.0-2, 14.0.0.0-1]", async () => {
    expect((await read(cmi5Package({ aus: 1001 }, { zip64: true }))).description.units).toHaveLength(1001);
  });

  test("reads a lone cmi5 course structure whose addresses are absolute [cmi5 14.0.0.0-1]", async () => {
    const { description, files } = await read(
      Buffer.from(cmi5Structure({ url: () => "https://au.example/start?x=1" })),
      { isXml: true },
    );
    expect([description.kind, description.entryUrl, files]).toEqual(["cmi5", "https://au.example/start?x=1", 0]);
  });

  test("reads a package with manifests of several standards as cmi5", async () => {
    const bytes = writeZip([manifest(), page, { name: "cmi5.xml", data: cmi5Structure({ url: () => "one.html" }) }]);
    expect((await read(bytes)).description.kind).toBe("cmi5");
  });
});
