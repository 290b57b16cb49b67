import { resolveHref } from "./href.ts";
import type { LaunchUnit, PackageDescription, ScoDetails, ScormItem } from "./package.ts";
import { refuse } from "../../platform/refusal.ts";
import { isTrue, numeric, type Sequencing, sequencingReader } from "./sequencing.ts";
import { findChild, listChildren, getText, type Xml } from "../../platform/xml.ts";
import { t } from "../../i18n/message.ts";

type Version = Pick<PackageDescription, "kind" | "version">;

/**
 * Reads imsmanifest.xml of SCORM 1.2 and 2004.
 * @param findFile the real name of a file in the package; null when there is none
 * @throws Refusal
 */
export function readScormManifest(
  { root, text }: { root: Xml; text: string },
  findFile: (path: string) => string | null,
): Omit<PackageDescription, "root"> {
  const version = detectVersion(root, text);
  const organizations = findChild(root, "organizations");
  const chosen = organizations?.attributes["default"];
  const all = listChildren(organizations, "organization");
  const organization = all.find(({ attributes }) => attributes["identifier"] === chosen) ?? all[0] ?? ofResources(root);

  const toLaunch = launcher(root, findFile);
  const readSequencing = version.kind === "scorm_2004" ? sequencingReader(root) : null;
  const units: LaunchUnit[] = [];
  const seen = new Set<string>();
  const tree = toItem(organization, 0);
  const first = units[0];
  if (!first) return refuse(t`The manifest names nothing that can be launched.`);
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

  function toItem(item: Xml, depth: number): ScormItem {
    if (depth > 100) refuse(t`The items of the manifest are nested too deeply.`);
    const identifier = item.attributes["identifier"]?.trim() || `item-${seen.size + 1}`;
    if (seen.has(identifier)) refuse(t`The manifest has two items with the identifier '${identifier}'.`);
    seen.add(identifier);
    const children = listChildren(item, "item");
    const sequencing = readSequencing?.(item);
    const details = toDetails(item, sequencing);
    const reference = item.attributes["identifierref"]?.trim();
    // In SCORM 2004 only what has no items below it can be launched.
    const launch =
      reference && (version.kind === "scorm_1_2" || children.length === 0)
        ? toLaunch(reference, item.attributes["parameters"] ?? "")
        : null;
    const title = getText(item, "title") ?? "";
    if (launch) units.push({ identifier, title: title || null, entryUrl: launch.url, kind: launch.kind, details });
    return {
      identifier,
      title,
      isVisible: details.isVisible,
      isLaunchable: launch !== null,
      hideLmsUi: hiddenControls(item),
      ...(sequencing && { sequencing }),
      details,
      children: children.map((child) => toItem(child, depth + 1)),
    };
  }
}

/** Returns an organization for a package without one: its SCOs in order, otherwise its assets. */
function ofResources(root: Xml): Xml {
  const launchable = listChildren(findChild(root, "resources"), "resource").filter(
    ({ attributes }) => attributes["href"],
  );
  const scos = launchable.filter((each) => getType(each) === "sco");
  const items = (scos.length > 0 ? scos : launchable).map(({ attributes }) => {
    const identifier = attributes["identifier"] ?? "";
    const title = { name: "title", attributes: {}, children: [], text: toTitle(attributes["href"]!) };
    return { name: "item", attributes: { identifier, identifierref: identifier }, children: [title], text: "" };
  });
  return { name: "organization", attributes: { identifier: "organization-of-resources" }, children: items, text: "" };
}

/** Returns the name of a file without its folder, ending and parameters, as the title of what has none. */
function toTitle(href: string): string {
  const name = href
    .trim()
    .replace(/[?#].*$/, "")
    .split("/")
    .at(-1)!
    .replace(/\.[^.]*$/, "");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function getType({ attributes }: Xml): "sco" | "asset" {
  const type = attributes["scormType"] ?? attributes["scormtype"] ?? "asset";
  return type.toLowerCase() === "sco" ? "sco" : "asset";
}

/** Detects the version by the schema version, otherwise by the namespace of the attributes (A1.5). */
function detectVersion(root: Xml, text: string): Version {
  const metadata = findChild(root, "metadata");
  const schema = (getText(metadata, "schema") ?? "").toLowerCase();
  const named = (getText(metadata, "schemaversion") ?? "").trim();
  const lower = named.toLowerCase();
  if (schema.includes("aicc") || /aicc/i.test(named))
    return refuse(t`This is an AICC package, which is not supported.`);
  if (lower === "1.2" || lower === "1.2.1") return { kind: "scorm_1_2", version: "1.2" };
  if (/^cam 1\.3$|^1\.3$/.test(lower)) return { kind: "scorm_2004", version: "2004 2nd Edition" };
  const edition = /2004\s*(2nd|3rd|4th)\s*edition/.exec(lower);
  if (edition) return { kind: "scorm_2004", version: `2004 ${edition[1]} Edition` };
  if (/^1\.[01]$/.test(lower) && schema.includes("scorm"))
    return refuse(t`This is a package of SCORM ${named}, which is not supported. SCORM 1.2 and 2004 are.`);
  if (text.includes("adlcp_v1p3")) return { kind: "scorm_2004", version: "2004 3rd Edition" };
  if (text.includes("adlcp_rootv1p2")) return { kind: "scorm_1_2", version: "1.2" };
  return refuse(
    named
      ? t`The manifest is of the version '${named}', which is not supported. SCORM 1.2 and 2004 are.`
      : t`The manifest does not declare its version of SCORM.`,
  );
}

interface ResourceLaunch {
  url: string;
  kind: "sco" | "asset";
}

/** Returns a function that resolves what an item refers to, with the bases above each resource. */
function launcher(root: Xml, findFile: (path: string) => string | null) {
  const resources = findChild(root, "resources");
  const byId = new Map(
    listChildren(resources, "resource").map((each) => [each.attributes["identifier"]?.trim(), each]),
  );
  return (reference: string, parameters: string): ResourceLaunch | null => {
    const resource = byId.get(reference);
    if (!resource) return refuse(t`The manifest refers to the resource '${reference}', which is not in it.`);
    const { attributes } = resource;
    const href = attributes["href"]?.trim();
    if (!href) return null;
    const bases = [root.attributes["base"], resources?.attributes["base"], attributes["base"]];
    return { url: resolveHref(bases, href, parameters, findFile).url, kind: getType(resource) };
  };
}

function toDetails(item: Xml, sequencing: Sequencing | undefined): ScoDetails {
  const primary = sequencing?.primaryObjective;
  const threshold = completionThreshold(findChild(item, "completionThreshold"));
  const maps = listChildren(findChild(item, "data"), "map").flatMap(({ attributes }) =>
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
    ...present("masteryScore", numeric(getText(item, "masteryscore"))),
    ...present("scaledPassingScore", primary?.satisfiedByMeasure ? primary.minNormalizedMeasure : undefined),
    ...present("maxTimeAllowed", sequencing?.attemptAbsoluteDurationLimit ?? getText(item, "maxtimeallowed")),
    ...present("timeLimitAction", getText(item, "timeLimitAction") ?? getText(item, "timelimitaction")),
    ...present("dataFromLms", getText(item, "dataFromLMS") ?? getText(item, "datafromlms")),
    ...present("prerequisites", getText(item, "prerequisites")),
    ...present("completionThreshold", threshold),
    ...(maps.length > 0 && { dataMaps: maps }),
  };
}

/** Reads the threshold: attributes in the 4th Edition, a bare number in the 3rd. */
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
  const presentation = findChild(findChild(item, "presentation"), "navigationInterface");
  return listChildren(presentation, "hideLMSUI").map(({ text }) => text);
}

function present<K extends string, V>(name: K, value: V | null | undefined): Partial<Record<K, V>> {
  return value == null ? {} : ({ [name]: value } as Record<K, V>);
}
