import { resolveHref } from "./href.ts";
import type { AuDetails, Cmi5Block, Cmi5Manifest, LangStrings, LaunchUnit, PackageDescription } from "./package.ts";
import { refuse } from "../../platform/refusal.ts";
import { numeric } from "./sequencing.ts";
import { findChild, listChildren, getText, type Xml } from "../../platform/xml.ts";
import { t } from "../../i18n/message.ts";

/** Parameters that a launch adds to an AU's address; an address that has one of them is refused (cmi5 8.1). */
const RESERVED = ["endpoint", "fetch", "actor", "registration", "activityId"];
const MOVE_ON = ["NotApplicable", "Passed", "Completed", "CompletedAndPassed", "CompletedOrPassed"] as const;
const LAUNCH_METHODS = ["OwnWindow", "AnyWindow"] as const;

/**
 * Reads a course structure, cmi5.xml, and checks that ids are unique IRIs and addresses can be opened.
 * @param findFile the real name of a file in the package; null when the structure came alone, where addresses are
 * absolute
 * @throws Refusal
 */
export function readCourseStructure(
  root: Xml,
  findFile: ((path: string) => string | null) | null,
): Omit<PackageDescription, "root"> {
  if (root.name !== "courseStructure") return refuse("cmi5.xml has no course structure.");
  const course = findChild(root, "course");
  if (!course) return refuse("cmi5.xml has no course.");
  const ids = new Set<string>();
  const units: LaunchUnit[] = [];
  const courseId = claim(course, "course", ids);
  const courseTitle = langStrings(course, "title", "course");
  const objectives = listObjectives(root, ids);
  const known = new Set(objectives.map(({ id }) => id));
  const children = listMembers(root, [], 0);
  const first = units[0];
  if (!first) return refuse("cmi5.xml has no assignable unit (AU).");
  const manifest: Cmi5Manifest = {
    course: { publisherId: courseId, title: courseTitle, description: langStrings(course, "description", "course") },
    objectives,
    children,
  };
  return { kind: "cmi5", version: "1.0", title: inEnglish(courseTitle), entryUrl: first.entryUrl, manifest, units };

  function listMembers(parent: Xml, blocks: string[], depth: number): (string | Cmi5Block)[] {
    if (depth > 50) refuse(t`The blocks of cmi5.xml are nested too deeply.`);
    return parent.children.flatMap<string | Cmi5Block>((child) => {
      if (child.name === "au") return [toAu(child, blocks)];
      return child.name === "block" ? [toBlock(child, blocks, depth)] : [];
    });
  }

  function toBlock(block: Xml, blocks: string[], depth: number): Cmi5Block {
    const publisherId = claim(block, "block", ids);
    const members = listMembers(block, [...blocks, publisherId], depth + 1);
    if (members.length === 0) refuse(t`The block '${publisherId}' of cmi5.xml has no assignable unit (AU).`);
    return {
      publisherId,
      title: langStrings(block, "title", "block"),
      description: langStrings(block, "description", "block"),
      objectives: listReferences(block),
      children: members,
    };
  }

  function toAu(au: Xml, blocks: string[]): string {
    const publisherId = claim(au, "AU", ids);
    const url = getText(au, "url") ?? refuse(t`The AU '${publisherId}' of cmi5.xml has no url.`);
    const entryUrl = checkAddress(url, publisherId);
    const { moveOn = "NotApplicable", launchMethod = "AnyWindow", masteryScore, activityType } = au.attributes;
    const mastery = numeric(masteryScore);
    if (masteryScore !== undefined && (mastery === undefined || mastery < 0 || mastery > 1))
      refuse(t`The AU '${publisherId}' of cmi5.xml has a mastery score that is not between 0 and 1.`);
    const title = langStrings(au, "title", "AU");
    const details: AuDetails = {
      publisherId,
      title,
      description: langStrings(au, "description", "AU"),
      url,
      launchMethod: checkChoice(LAUNCH_METHODS, launchMethod, publisherId),
      moveOn: checkChoice(MOVE_ON, moveOn, publisherId),
      ...(mastery !== undefined && { masteryScore: mastery }),
      ...optional("launchParameters", getText(au, "launchParameters")),
      ...optional("entitlementKey", getText(au, "entitlementKey")),
      ...optional("activityType", activityType),
      objectives: listReferences(au),
      blocks,
    };
    units.push({ identifier: publisherId, title: inEnglish(title), entryUrl, kind: "au", details });
    return publisherId;
  }

  function checkAddress(url: string, id: string): string {
    const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(url);
    if (!isAbsolute && !findFile)
      refuse(
        t`The AU '${id}' has the address '${url}', which belongs to no package: upload the zip, or use absolute addresses.`,
      );
    if (isAbsolute && !(URL.canParse(url) && /^https?:/i.test(url)))
      refuse(t`The AU '${id}' has the address '${url}', which cannot be opened.`);
    const query = new URL(url, "http://package.invalid/").searchParams;
    const reserved = RESERVED.find((name) => query.has(name));
    if (reserved) refuse(t`The AU '${id}' has an address with the reserved parameter '${reserved}'.`);
    return isAbsolute ? new URL(url).href : resolveHref([], url, "", findFile!).url;
  }

  function listReferences(parent: Xml): string[] {
    const references = listChildren(findChild(parent, "objectives"), "objective").map(
      ({ attributes }) => attributes["idref"] ?? "",
    );
    const unknown = references.find((id) => !known.has(id));
    if (unknown !== undefined) refuse(`cmi5.xml refers to the objective '${unknown}', which is not in it.`);
    return references;
  }
}

function listObjectives(root: Xml, ids: Set<string>): Cmi5Manifest["objectives"] {
  return listChildren(findChild(root, "objectives"), "objective").map((each) => ({
    id: claim(each, "objective", ids),
    title: langStrings(each, "title", "objective"),
    description: langStrings(each, "description", "objective"),
  }));
}

/** Returns the id of an element: an IRI that is unique in the structure. */
function claim(element: Xml, what: string, ids: Set<string>): string {
  const id = element.attributes["id"]?.trim() ?? "";
  if (!/^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(id)) refuse(`cmi5.xml has a ${what} whose id is no IRI: '${id}'.`);
  if (ids.has(id)) refuse(`cmi5.xml has the id '${id}' more than once.`);
  ids.add(id);
  return id;
}

function langStrings(parent: Xml, name: string, what: string): LangStrings {
  const strings = listChildren(findChild(parent, name), "langstring");
  if (strings.length === 0) return refuse(`cmi5.xml has a ${what} without a ${name}.`);
  return Object.fromEntries(strings.map(({ attributes, text }) => [attributes["lang"] ?? "und", text]));
}

function inEnglish(strings: LangStrings): string | null {
  const tag = Object.keys(strings).find((each) => /^en\b/i.test(each)) ?? Object.keys(strings)[0];
  return (tag && strings[tag]) || null;
}

function checkChoice<T extends string>(choices: readonly T[], given: string, id: string): T {
  return (
    choices.find((choice) => choice === given) ??
    refuse(t`The AU '${id}' of cmi5.xml has '${given}' instead of one of ${choices.join(", ")}.`)
  );
}

function optional<K extends string>(name: K, value: string | null | undefined): Partial<Record<K, string>> {
  return value ? ({ [name]: value } as Record<K, string>) : {};
}
