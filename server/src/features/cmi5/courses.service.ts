import type { Actor } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import * as learning from "../learning/learning.service.ts";
import * as packages from "../scorm/aus.service.ts";
import { type AuStates, isSatisfied } from "./au-state.ts";
import * as registrations from "./registrations.queries.ts";

/** A line of a course: a block, or an AU with how the learner stands in it. */
export interface Member {
  kind: "block" | "au";
  identifier: string;
  /** By which an AU is launched; null for a block. */
  uuid: string | null;
  title: string;
  description: string;
  /** 0 for what stands in the course itself. */
  depth: number;
  launch_method: "OwnWindow" | "AnyWindow" | null;
  /** Whether its criterion is met; of an AU that has none, whether it was completed, passed or ended by its own word. */
  is_done: boolean;
  is_failed: boolean;
  is_begun: boolean;
  is_waived: boolean;
  /** 0 to 100. */
  score: number | null;
}

export interface CourseView {
  title: string;
  members: Member[];
}

/** The course of a unit, as its learner stands in it. @throws NotFound; Conflict while it is unpacked */
export async function viewCourse(
  actor: Actor,
  place: { course_id: number; unit_id: number },
  branchUrl?: string | null,
): Promise<CourseView> {
  const reach = await actor.reach("learn", branchUrl);
  await learning.getPackageAtHand(actor, place, branchUrl);
  const course = await packages.findCourseOfUnit(reach, place.unit_id);
  if (!course) throw new NotFound("Course");
  const registration = await registrations.findOfUnit(reach, place.unit_id);
  return viewOf(actor, course, registration?.aus ?? {});
}

/** A course for an author to look at. @throws NotFound; Conflict while it is unpacked */
export async function viewForAuthor(actor: Actor, scormId: number, branchUrl?: string | null): Promise<CourseView> {
  const course = await packages.findCourseForAuthor(await actor.reach("course.author", branchUrl), scormId);
  if (!course) throw new NotFound("Course");
  return viewOf(actor, course, {});
}

/** A course in the language of who looks at it, with what its AUs have come to. */
export function viewOf(actor: Actor, { manifest, aus }: packages.Cmi5Course, states: AuStates): CourseView {
  const known = new Map(aus.map((au) => [au.publisherId, au]));
  const say = (texts: packages.LangStrings) => inLanguage(texts, actor.person.language ?? "en");
  return { title: say(manifest.course.title), members: manifest.children.flatMap((member) => linesOf(member, 0)) };

  function linesOf(member: string | packages.Cmi5Block, depth: number): Member[] {
    if (typeof member === "string") return [auLine(known.get(member)!, depth)];
    const inside = member.children.flatMap((child) => linesOf(child, depth + 1));
    const { publisherId, title, description } = member;
    const block: Member = {
      kind: "block",
      identifier: publisherId,
      uuid: null,
      title: say(title),
      description: say(description),
      depth,
      launch_method: null,
      is_failed: false,
      is_begun: false,
      is_waived: false,
      score: null,
      is_done: inside.every(({ is_done }) => is_done),
    };
    return [block, ...inside];
  }

  function auLine({ publisherId, uuid, details }: packages.Au, depth: number): Member {
    const { title, description, launchMethod, moveOn } = details;
    const state = states[publisherId];
    const { completed, passed, failed, waived, terminated, score } = state ?? {};
    const isDone =
      moveOn === "NotApplicable" ? Boolean(completed ?? passed ?? waived ?? terminated) : isSatisfied(moveOn, state);
    return {
      kind: "au",
      identifier: publisherId,
      uuid,
      title: say(title),
      description: say(description),
      depth,
      launch_method: launchMethod,
      is_done: isDone,
      is_failed: Boolean(failed && !passed && !waived),
      is_begun: state !== undefined,
      is_waived: Boolean(waived),
      score: score ?? null,
    };
  }
}

/** The text in a language, else in English, else the first. */
function inLanguage(texts: packages.LangStrings, language: string): string {
  const found = [language, "en"].map((wanted) =>
    Object.keys(texts).find((tag) => tag.toLowerCase() === wanted || tag.toLowerCase().startsWith(`${wanted}-`)),
  );
  const tag = found.find((each) => each !== undefined) ?? Object.keys(texts)[0];
  return (tag !== undefined && texts[tag]) || "";
}
