import type { Actor } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import * as learning from "../learning/learning.service.ts";
import * as packages from "../scorm/aus.service.ts";
import { type AuStates, isSatisfied } from "./au-state.ts";
import * as registrations from "./registrations.queries.ts";

/** An entry of a course: a block, or an AU with the learner's progress. */
export interface Member {
  kind: "block" | "au";
  identifier: string;
  /** Launches the AU; null for a block. */
  uuid: string | null;
  title: string;
  description: string;
  /** 0 for a direct child of the course. */
  depth: number;
  launch_method: "OwnWindow" | "AnyWindow" | null;
  /** Whether its criterion is met; for an AU without one, whether it was completed, passed or terminated. */
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

/** Returns the course of a unit with the learner's progress. @throws NotFound; Conflict while it is being unpacked */
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
  return toCourseView(actor, course, registration?.aus ?? {});
}

/** Returns a course for an author's preview. @throws NotFound; Conflict while it is being unpacked */
export async function viewForAuthor(actor: Actor, scormId: number, branchUrl?: string | null): Promise<CourseView> {
  const course = await packages.findCourseForAuthor(await actor.reach("course.author", branchUrl), scormId);
  if (!course) throw new NotFound("Course");
  return toCourseView(actor, course, {});
}

/** Returns a course in the viewer's language with the progress of its AUs. */
export function toCourseView(actor: Actor, { manifest, aus }: packages.Cmi5Course, states: AuStates): CourseView {
  const known = new Map(aus.map((au) => [au.publisherId, au]));
  const say = (texts: packages.LangStrings) => inLanguage(texts, actor.person.language ?? "en");
  return { title: say(manifest.course.title), members: manifest.children.flatMap((member) => listMembers(member, 0)) };

  function listMembers(member: string | packages.Cmi5Block, depth: number): Member[] {
    if (typeof member === "string") return [auLine(known.get(member)!, depth)];
    const inside = member.children.flatMap((child) => listMembers(child, depth + 1));
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

/** Returns the text in a language, otherwise in English, otherwise the first. */
function inLanguage(texts: packages.LangStrings, language: string): string {
  const found = [language, "en"].map((wanted) =>
    Object.keys(texts).find((tag) => tag.toLowerCase() === wanted || tag.toLowerCase().startsWith(`${wanted}-`)),
  );
  const tag = found.find((each) => each !== undefined) ?? Object.keys(texts)[0];
  return (tag !== undefined && texts[tag]) || "";
}
