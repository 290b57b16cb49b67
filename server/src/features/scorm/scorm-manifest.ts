import { resolveHref } from "./href.ts";
import type { LaunchUnit, PackageDescription, ScoDetails, ScormItem } from "./package.ts";
import { refuse } from "./refusal.ts";
import { isTrue, numeric, type Sequencing, sequencingReader } from "./sequencing.ts";
import { childOf, childrenOf, textOf, type Xml } from "./xml.ts";

type Version = Pick<PackageDescription, "kind" | "version">;

/**
 * Reads imsmanifest.xml of SCORM 1.2 and 2004 (standards A1.5 to A1.8).
 * @param findFile the real name of a file in the package; null when there is none
 * @throws Refusal
 */
export function readScormManifest(
  { root, text }: { root: Xml; text: string },
  findFile: (path: string) => string | null,
): Omit<PackageDescription, "root"> {
  const version = versionOf(root, text);
  const organizations = childOf(root, "organizations");
  const chosen = organizations?.attributes["default"];
  const all = childrenOf(organizations, "organization");
  const organization = all.find(({ attributes }) => attributes["identifier"] === chosen) ?? all[0] ?? ofResources(root);

  const launchOf = launcher(root, findFile);
  const sequencingOf = version.kind === "scorm_2004" ? sequencingReader(root) : null;
  const units: LaunchUnit[] = [];
  const seen = new Set<string>();
  const tree = itemOf(organization, 0);
  const first = units[0];
  if (!first) return refuse("The manifest names nothing to launch.");
  return {
    ...version,
    title: tree.title || null,
    entryUrl: first.entryUrl,
    manifest: {
      organization: tree,
      objectivesGlobalToSystem: isTrue(organization.attributes["objectivesGlobalToSystem"], true),
      sharedDataGlobalToSystem: isTrue(organization.attributes["sharedDataGlobalToSystem"], true),
    },
    units,
  };

  function itemOf(item: Xml, depth: number): ScormItem {
    if (depth > 100) refuse("The items of the manifest are nested too deeply.");
    const identifier = item.attributes["identifier"]?.trim() || `item-${seen.size + 1}`;
    if (seen.has(identifier)) refuse(`The manifest has two items with the identifier '${identifier}'.`);
    seen.add(identifier);
    const children = childrenOf(item, "item");
    const sequencing = sequencingOf?.(item);
    const details = detailsOf(item, sequencing);
    const reference = item.attributes["identifierref"]?.trim();
    // In SCORM 2004 only what has no items below it can be launched.
    const launch =
      reference && (version.kind === "scorm_1_2" || children.length === 0)
        ? launchOf(reference, item.attributes["parameters"] ?? "")
        : null;
    const title = textOf(item, "title") ?? "";
    if (launch) units.push({ identifier, title: title || null, entryUrl: launch.url, kind: launch.kind, details });
    return {
      identifier,
      title,
      isVisible: details.isVisible,
      isLaunchable: launch !== null,
      hideLmsUi: hiddenControls(item),
      ...(sequencing && { sequencing }),
      details,
      children: children.map((child) => itemOf(child, depth + 1)),
    };
  }
}

/** A package of resources alone, which has no organization: its SCOs in their order, else its assets. */
function ofResources(root: Xml): Xml {
  const launchable = childrenOf(childOf(root, "resources"), "resource").filter(({ attributes }) => attributes["href"]);
  const scos = launchable.filter((each) => typeOf(each) === "sco");
  const items = (scos.length > 0 ? scos : launchable).map(({ attributes }) => {
    const identifier = attributes["identifier"] ?? "";
    return { name: "item", attributes: { identifier, identifierref: identifier }, children: [], text: "" };
  });
  return { name: "organization", attributes: { identifier: "organization-of-resources" }, children: items, text: "" };
}

function typeOf({ attributes }: Xml): "sco" | "asset" {
  const type = attributes["scormType"] ?? attributes["scormtype"] ?? "asset";
  return type.toLowerCase() === "sco" ? "sco" : "asset";
}

/** By the schema version, else by the namespace of the attributes (A1.5). */
function versionOf(root: Xml, text: string): Version {
  const metadata = childOf(root, "metadata");
  const schema = (textOf(metadata, "schema") ?? "").toLowerCase();
  const named = (textOf(metadata, "schemaversion") ?? "").trim();
  const lower = named.toLowerCase();
  if (schema.includes("aicc") || /aicc/i.test(named)) return refuse("This is an AICC package, which is not supported.");
  if (lower === "1.2" || lower === "1.2.1") return { kind: "scorm_1_2", version: "1.2" };
  if (/^cam 1\.3$|^1\.3$/.test(lower)) return { kind: "scorm_2004", version: "2004 2nd Edition" };
  const edition = /2004\s*(2nd|3rd|4th)\s*edition/.exec(lower);
  if (edition) return { kind: "scorm_2004", version: `2004 ${edition[1]} Edition` };
  if (/^1\.[01]$/.test(lower) && schema.includes("scorm"))
    return refuse(`This is a package of SCORM ${named}, which is not supported. SCORM 1.2 and 2004 are.`);
  if (text.includes("adlcp_v1p3")) return { kind: "scorm_2004", version: "2004 3rd Edition" };
  if (text.includes("adlcp_rootv1p2")) return { kind: "scorm_1_2", version: "1.2" };
  return refuse(
    named
      ? `The manifest is of the version '${named}', which is not supported. SCORM 1.2 and 2004 are.`
      : "The manifest does not say which version of SCORM it is of.",
  );
}

interface ResourceLaunch {
  url: string;
  kind: "sco" | "asset";
}

/** Resolves what an item refers to; each resource's address with the bases that stand above it. */
function launcher(root: Xml, findFile: (path: string) => string | null) {
  const resources = childOf(root, "resources");
  const byId = new Map(childrenOf(resources, "resource").map((each) => [each.attributes["identifier"]?.trim(), each]));
  return (reference: string, parameters: string): ResourceLaunch | null => {
    const resource = byId.get(reference);
    if (!resource) return refuse(`The manifest refers to the resource '${reference}', which is not in it.`);
    const { attributes } = resource;
    const href = attributes["href"]?.trim();
    if (!href) return null;
    const bases = [root.attributes["base"], resources?.attributes["base"], attributes["base"]];
    return { url: resolveHref(bases, href, parameters, findFile).url, kind: typeOf(resource) };
  };
}

function detailsOf(item: Xml, sequencing: Sequencing | undefined): ScoDetails {
  const primary = sequencing?.primaryObjective;
  const threshold = completionThreshold(childOf(item, "completionThreshold"));
  const maps = childrenOf(childOf(item, "data"), "map").flatMap(({ attributes }) =>
    attributes["targetID"]
      ? [
          {
            targetID: attributes["targetID"],
            readSharedData: isTrue(attributes["readSharedData"], true),
            writeSharedData: isTrue(attributes["writeSharedData"], true),
          },
        ]
      : [],
  );
  return {
    isVisible: isTrue(item.attributes["isvisible"], true),
    ...present("masteryScore", numeric(textOf(item, "masteryscore"))),
    ...present("scaledPassingScore", primary?.satisfiedByMeasure ? primary.minNormalizedMeasure : undefined),
    ...present("maxTimeAllowed", sequencing?.attemptAbsoluteDurationLimit ?? textOf(item, "maxtimeallowed")),
    ...present("timeLimitAction", textOf(item, "timeLimitAction") ?? textOf(item, "timelimitaction")),
    ...present("dataFromLms", textOf(item, "dataFromLMS") ?? textOf(item, "datafromlms")),
    ...present("prerequisites", textOf(item, "prerequisites")),
    ...present("completionThreshold", threshold),
    ...(maps.length > 0 && { dataMaps: maps }),
  };
}

/** Attributes in the 4th Edition, a bare number in the 3rd. */
function completionThreshold(element: Xml | undefined): ScoDetails["completionThreshold"] {
  if (!element) return undefined;
  const bare = numeric(element.text);
  const { completedByMeasure, minProgressMeasure, progressWeight } = element.attributes;
  return {
    completedByMeasure: isTrue(completedByMeasure, bare !== undefined),
    minProgressMeasure: numeric(minProgressMeasure) ?? bare ?? 1,
    progressWeight: numeric(progressWeight) ?? 1,
  };
}

function hiddenControls(item: Xml): string[] {
  const presentation = childOf(childOf(item, "presentation"), "navigationInterface");
  return childrenOf(presentation, "hideLMSUI").map(({ text }) => text);
}

function present<K extends string, V>(name: K, value: V | null | undefined): Partial<Record<K, V>> {
  return value == null ? {} : ({ [name]: value } as Record<K, V>);
}
