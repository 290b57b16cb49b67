import { resolveHref } from "./href.ts";
import type { PackageDescription, XapiManifest } from "./package.ts";
import { refuse } from "../../platform/refusal.ts";
import { findChild, listChildren, getText, type Xml } from "../../platform/xml.ts";

/**
 * Reads tincan.xml and its activities; the first one with a launch address is opened.
 * @throws Refusal
 */
export function readTincanManifest(
  root: Xml,
  findFile: (path: string) => string | null,
): Omit<PackageDescription, "root"> {
  const elements = listChildren(findChild(root, "activities"), "activity");
  const activities: XapiManifest["activities"] = elements.map((element) => ({
    id: element.attributes["id"]?.trim() ?? "",
    type: element.attributes["type"] ?? null,
    name: getText(element, "name"),
    description: getText(element, "description"),
    launch: getText(element, "launch"),
  }));
  const first = activities.find(({ launch }) => launch);
  if (!first) return refuse("tincan.xml names nothing to launch.");
  if (!/^[a-z][a-z0-9+.-]*:\S+$/i.test(first.id))
    return refuse(`tincan.xml has an activity whose id is no IRI: '${first.id}'.`);
  const { url } = resolveHref([], first.launch!, "", findFile);
  return {
    kind: "xapi",
    version: "1.0",
    title: first.name,
    entryUrl: url,
    manifest: { activities },
    units: [
      {
        identifier: first.id,
        title: first.name,
        entryUrl: url,
        kind: "activity",
        details: { activityId: first.id, description: first.description },
      },
    ],
  };
}
