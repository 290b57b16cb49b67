import { type Actor, alsoFor, type Reach } from "../../access/actor.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { toAuditSubject } from "./learning-paths.service.ts";
import { addToPath } from "./membership.service.ts";
import * as queries from "./my-paths.queries.ts";
import {
  countDone,
  countNeeded,
  isSectionMet,
  mapStations,
  type SectionRule,
  type StationState,
} from "./path-rules.ts";
import { listSections, lockPath } from "./paths.queries.ts";

type Learning = Reach<"learn">;

/** A path as its learner sees it. */
export interface MyPath extends queries.MyPathRow {
  reach: Learning;
}

/** A course on the way. */
export interface Station extends queries.MyCourseRow {
  state: StationState;
  /** Whether it is the next step: the first course that is open, needed and can be taken. */
  is_next: boolean;
}

export interface MySection {
  id: number;
  title: string;
  needed: number;
  done: number;
  in_order: boolean;
  is_met: boolean;
  stations: Station[];
}

/** Lists the paths to which the caller is assigned. */
export async function listMyPaths(actor: Actor, branchUrl?: string | null): Promise<MyPath[]> {
  const reach = await actor.reach("learn", branchUrl);
  return (await queries.listMyPaths(reach)).map((row) => ({ ...row, reach }));
}

/** Lists the paths of the catalogue in which the caller may enrol. */
export async function listCatalogue(
  actor: Actor,
  search?: string | null,
  branchUrl?: string | null,
): Promise<MyPath[]> {
  const reach = alsoFor(await actor.reach("catalogue.view", branchUrl), "learn");
  return (await queries.listCatalogue(reach, search)).map((row) => ({ ...row, reach }));
}

/** Returns a path to which the caller is assigned, or which the catalogue offers. @throws NotFound */
export async function getMyPath(actor: Actor, id: number, branchUrl?: string | null): Promise<MyPath> {
  const reach = await actor.reach("learn", branchUrl);
  const row = await queries.findMyPath(reach, id);
  if (!row) throw new NotFound("Learning path");
  return { ...row, reach };
}

/** Returns the way: sections with their courses, and where the learner is with each. */
export async function readWay({ reach, id, is_sequential, assigned_at }: MyPath): Promise<MySection[]> {
  const sections = await readRules(reach, id);
  const states = mapStations(sections, is_sequential);
  let hasNext = assigned_at === null;
  return sections.map((section, index) => ({
    id: section.id,
    title: section.title,
    needed: countNeeded(section),
    done: countDone(section),
    in_order: section.in_order,
    is_met: isSectionMet(section),
    stations: section.courses.map((course, nth) => {
      const state = states[index]![nth]!;
      const is_next = !hasNext && state === "open" && course.is_published;
      if (is_next) hasNext = true;
      return { ...course, state, is_next };
    }),
  }));
}

/**
 * Enrols the caller in a path of the catalogue and in its courses.
 * @throws NotFound; Conflict when a course has to be assigned or is full
 */
export async function enrolInPath(actor: Actor, id: number, branchUrl?: string | null): Promise<MyPath> {
  const path = await getMyPath(actor, id, branchUrl);
  if (path.assigned_at !== null) return path;
  const { reach } = path;
  const locked = await lockPath(reach, id);
  if (!locked) throw new NotFound("Learning path");
  const courses = await queries.listMyCourses(reach, id);
  const isPriced = actor.instance.pricedCoursesNeedAssignment && courses.some(({ price }) => price > 0);
  if (isPriced || !actor.can("catalogue.view")) throw new Conflict(t`This learning path has to be assigned to you.`);
  await addToPath(actor, reach, id, [reach.userId], "self");
  await recordAudit(actor, reach, { action: "learning_path.enrolled", subject: toAuditSubject(locked) });
  return getMyPath(actor, id, branchUrl);
}

/**
 * Returns the title of a path that locks a course: a course that the learner has through learning paths alone, and has not
 * started, while it is locked in each of them. Null when it is open.
 */
export async function findLockingPath(reach: Learning, courseId: number): Promise<string | null> {
  const paths = await queries.listGivingPaths(reach, courseId);
  let locking: string | null = null;
  for (const { id, title, is_sequential } of paths) {
    const sections = await readRules(reach, id);
    const states = mapStations(sections, is_sequential);
    const isLocked = sections.some(({ courses }, index) =>
      courses.some((course, nth) => course.id === courseId && states[index]![nth] === "locked"),
    );
    if (!isLocked) return null;
    locking ??= title;
  }
  return locking;
}

/** Refuses to start a course that a learning path locks. @throws Conflict */
export async function refuseLocked(reach: Learning, courseId: number): Promise<void> {
  const locking = await findLockingPath(reach, courseId);
  if (locking !== null)
    throw new Conflict(t`This course opens when you complete the courses before it in the learning path '${locking}'.`);
}

type Rules = SectionRule<queries.MyCourseRow> & { id: number; title: string; courses: queries.MyCourseRow[] };

async function readRules(reach: Learning, pathId: number): Promise<Rules[]> {
  const courses = await queries.listMyCourses(reach, pathId);
  const sections = await listSections(reach, [pathId]);
  return sections.map(({ id, title, needed, in_order }) => ({
    id,
    title,
    needed,
    in_order,
    courses: courses.filter(({ section_id }) => section_id === id),
  }));
}
