import { resolveHref } from "./href.ts";
import type { AuDetails, Cmi5Block, Cmi5Manifest, LangStrings, LaunchUnit, PackageDescription } from "./package.ts";
import { refuse } from "./refusal.ts";
import { numeric } from "./sequencing.ts";
import { childOf, childrenOf, textOf, type Xml } from "./xml.ts";

/** What the launch adds to an AU's address; an address that has it already is refused (cmi5 8.1). */
const RESERVED = ["endpoint", "fetch", "actor", "registration", "activityId"];
const MOVE_ON = ["NotApplicable", "Passed", "Completed", "CompletedAndPassed", "CompletedOrPassed"] as const;
const LAUNCH_METHODS = ["OwnWindow", "AnyWindow"] as const;

/**
 * Reads a course structure, cmi5.xml (standards A5, Import): ids are IRIs and unique, addresses can be opened.
 * @param findFile the real name of a file in the package; null when the structure came alone, where addresses are absolute
 * @throws Refusal
 */
export function readCourseStructure(
  root: Xml,
  findFile: ((path: string) => string | null) | null,
): Omit<PackageDescription, "root"> {
  if (root.name !== "courseStructure") return refuse("cmi5.xml has no course structure.");
  const course = childOf(root, "course");
  if (!course) return refuse("cmi5.xml has no course.");
  const ids = new Set<string>();
  const units: LaunchUnit[] = [];
  const courseId = claim(course, "course", ids);
  const courseTitle = langStrings(course, "title", "course");
  const objectives = objectivesOf(root, ids);
  const known = new Set(objectives.map(({ id }) => id));
  const children = membersOf(root, [], 0);
  const first = units[0];
  if (!first) return refuse("cmi5.xml has no assignable unit (AU).");
  const manifest: Cmi5Manifest = {
    course: { publisherId: courseId, title: courseTitle, description: langStrings(course, "description", "course") },
    objectives,
    children,
  };
  return { kind: "cmi5", version: "1.0", title: inEnglish(courseTitle), entryUrl: first.entryUrl, manifest, units };

  function membersOf(parent: Xml, blocks: string[], depth: number): (string | Cmi5Block)[] {
    if (depth > 50) refuse("The blocks of cmi5.xml are nested too deeply.");
    return parent.children.flatMap<string | Cmi5Block>((child) => {
      if (child.name === "au") return [auOf(child, blocks)];
      return child.name === "block" ? [blockOf(child, blocks, depth)] : [];
    });
  }

  function blockOf(block: Xml, blocks: string[], depth: number): Cmi5Block {
    const publisherId = claim(block, "block", ids);
    const members = membersOf(block, [...blocks, publisherId], depth + 1);
    if (members.length === 0) refuse(`The block '${publisherId}' of cmi5.xml has no assignable unit (AU).`);
    return {
      publisherId,
      title: langStrings(block, "title", "block"),
      description: langStrings(block, "description", "block"),
      objectives: referencesOf(block),
      children: members,
    };
  }

  function auOf(au: Xml, blocks: string[]): string {
    const publisherId = claim(au, "AU", ids);
    const url = textOf(au, "url") ?? refuse(`The AU '${publisherId}' of cmi5.xml has no url.`);
    const entryUrl = addressOf(url, publisherId);
    const { moveOn = "NotApplicable", launchMethod = "AnyWindow", masteryScore, activityType } = au.attributes;
    const mastery = numeric(masteryScore);
    if (masteryScore !== undefined && (mastery === undefined || mastery < 0 || mastery > 1))
      refuse(`The AU '${publisherId}' of cmi5.xml has a mastery score that is not between 0 and 1.`);
    const title = langStrings(au, "title", "AU");
    const details: AuDetails = {
      publisherId,
      title,
      description: langStrings(au, "description", "AU"),
      url,
      launchMethod: oneOf(LAUNCH_METHODS, launchMethod, publisherId),
      moveOn: oneOf(MOVE_ON, moveOn, publisherId),
      ...(mastery !== undefined && { masteryScore: mastery }),
      ...optional("launchParameters", textOf(au, "launchParameters")),
      ...optional("entitlementKey", textOf(au, "entitlementKey")),
      ...optional("activityType", activityType),
      objectives: referencesOf(au),
      blocks,
    };
    units.push({ identifier: publisherId, title: inEnglish(title), entryUrl, kind: "au", details });
    return publisherId;
  }

  function addressOf(url: string, id: string): string {
    const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(url);
    if (!isAbsolute && !findFile)
      refuse(
        `The AU '${id}' has the address '${url}', which is in no package: upload the zip, or use absolute addresses.`,
      );
    if (isAbsolute && !(URL.canParse(url) && /^https?:/i.test(url)))
      refuse(`The AU '${id}' has the address '${url}', which cannot be opened.`);
    const query = new URL(url, "http://package.invalid/").searchParams;
    const reserved = RESERVED.find((name) => query.has(name));
    if (reserved) refuse(`The AU '${id}' has an address with the reserved parameter '${reserved}'.`);
    return isAbsolute ? new URL(url).href : resolveHref([], url, "", findFile!).url;
  }

  function referencesOf(parent: Xml): string[] {
    const references = childrenOf(childOf(parent, "objectives"), "objective").map(
      ({ attributes }) => attributes["idref"] ?? "",
    );
    const unknown = references.find((id) => !known.has(id));
    if (unknown !== undefined) refuse(`cmi5.xml refers to the objective '${unknown}', which is not in it.`);
    return references;
  }
}

function objectivesOf(root: Xml, ids: Set<string>): Cmi5Manifest["objectives"] {
  return childrenOf(childOf(root, "objectives"), "objective").map((each) => ({
    id: claim(each, "objective", ids),
    title: langStrings(each, "title", "objective"),
    description: langStrings(each, "description", "objective"),
  }));
}

/** The id of an element: a whole IRI that nothing else of the structure has. */
function claim(element: Xml, what: string, ids: Set<string>): string {
  const id = element.attributes["id"]?.trim() ?? "";
  if (!/^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(id)) refuse(`cmi5.xml has a ${what} whose id is no IRI: '${id}'.`);
  if (ids.has(id)) refuse(`cmi5.xml has the id '${id}' more than once.`);
  ids.add(id);
  return id;
}

function langStrings(parent: Xml, name: string, what: string): LangStrings {
  const strings = childrenOf(childOf(parent, name), "langstring");
  if (strings.length === 0) return refuse(`cmi5.xml has a ${what} without a ${name}.`);
  return Object.fromEntries(strings.map(({ attributes, text }) => [attributes["lang"] ?? "und", text]));
}

function inEnglish(strings: LangStrings): string | null {
  const tag = Object.keys(strings).find((each) => /^en\b/i.test(each)) ?? Object.keys(strings)[0];
  return (tag && strings[tag]) || null;
}

function oneOf<T extends string>(choices: readonly T[], given: string, id: string): T {
  return (
    choices.find((choice) => choice === given) ??
    refuse(`The AU '${id}' of cmi5.xml has '${given}' where one of ${choices.join(", ")} has to stand.`)
  );
}

function optional<K extends string>(name: K, value: string | null | undefined): Partial<Record<K, string>> {
  return value ? ({ [name]: value } as Record<K, string>) : {};
}
