import * as courses from "../courses/courses.service.ts";
import { withSignatures } from "../files/files.service.ts";
import { seededRandom, withoutKey } from "./answer-key.ts";
import { closedReason } from "./course-window.ts";
import { drawQuestions, sampleDraw } from "./draws.service.ts";
import { takesSeveral } from "./grading.ts";
import { toUnitResponse } from "./learning.service.ts";

/**
 * Returns the units of a course as the caller may see them: their own progress; the answer key for authors only;
 * content only after they start the course and meet its prerequisites.
 */
export function listUnits(course: courses.Course) {
  return readUnits(course, null);
}

/** Lists the units without their content; in an author's preview as if nobody had worked in them. */
export async function listOutline(course: courses.Course) {
  const units = await courses.listOutline(course);
  return course.isPreview ? units.map((unit) => ({ ...unit, ...UNTOUCHED })) : units;
}

export type OutlineUnit = Awaited<ReturnType<typeof listOutline>>[number];

/** Which unit a learner opens: by its id, or by its position; neither means the one to continue with. */
export interface UnitChoice {
  unit_id?: number | null | undefined;
  order?: number | null | undefined;
}

/** A unit as the player shows it. */
export interface OpenedUnit {
  unit: LearnerUnit;
  /** The caller's own in this unit. */
  responses: ReturnType<typeof toUnitResponse<courses.ResponseOfUnit>>[];
  /** Opens the unit after this one; null after the last. */
  next: () => Promise<OpenedUnit | null>;
}

/** Returns one unit as the caller may see it, with their own responses in it; null when the course has no such unit. */
export async function openUnit(
  course: courses.Course,
  { unit_id, order }: UnitChoice,
  readOutline: () => Promise<OutlineUnit[]>,
): Promise<OpenedUnit | null> {
  const id = unit_id ?? chooseUnit(await readOutline(), order, course.isPreview ? null : course.last_unit_id)?.id;
  const [unit] = id === undefined ? [] : await readUnits(course, id);
  if (!unit) return null;
  return {
    unit,
    responses: course.isPreview ? [] : unit.responses.map((row) => toUnitResponse(course, row)),
    next: async () => {
      const outline = await readOutline();
      const next = outline[outline.findIndex((each) => each.id === unit.id) + 1];
      return next ? openUnit(course, { unit_id: next.id }, readOutline) : null;
    },
  };
}

/**
 * Returns the unit at a position, or the first for an unknown position. Without a position it returns the last visited
 * unit, or the next open unit when that is complete, or else the first open one.
 */
export function chooseUnit<U extends { id: number; unit_order: number; is_complete: boolean }>(
  units: readonly U[],
  order?: number | null,
  lastId?: number | null,
): U | undefined {
  if (order != null) return units.find((unit) => unit.unit_order === order) ?? units[0];
  const last = units.findIndex(({ id }) => id === lastId);
  const open = units.filter((unit) => !unit.is_complete);
  return open.find((unit) => units.indexOf(unit) >= last) ?? open[0] ?? units[0];
}

/** How a preview shows the progress in each unit. */
const UNTOUCHED = { is_complete: false, time_spent: 0 };

async function readUnits(course: courses.Course, unitId: number | null) {
  const units = await unitsWithDraws(course, unitId);
  const { secret } = course.actor.platform;
  const isOpen = isOpenTo(course);
  return units.map((unit) => ({
    ...unit,
    content: isOpen && unit.content ? withSignatures(secret, unit.content, unit.content_images) : null,
    ...(course.audience === "learner" && !hasFileForLearners(unit) && { file_key: null }),
    ...(!isOpen && { ...courses.getEmptyUnitFields(), file_key: null, file_name: null, pdf_key: null }),
    tests: (isOpen ? unit.questions : []).map((question) => ({
      ...(course.audience === "author"
        ? { ...question, multiple: takesSeveral(question) }
        : withoutKey(
            question,
            seededRandom(
              secret,
              "question",
              course.reach.instanceId,
              course.reach.userId,
              question.id,
              course.attempt ?? 1,
            ),
          )),
      unit_order: question.unit_order,
    })),
    questions: undefined,
  }));
}

function hasFileForLearners({ type }: { type: string }): boolean {
  return courses.getUnitType(type as courses.UnitType).file?.isForLearners ?? false;
}

/**
 * Tells whether the caller may see the content of units: authors always, others once they are enrolled and its
 * prerequisites are complete.
 */
export function isOpenTo(course: courses.Course): boolean {
  if (course.audience === "author" || course.isPreview) return true;
  if (course.enrolled_user_id === null || course.prerequisites.some((each) => !each.is_complete)) return false;
  return course.started_at !== null || closedReason(course, course.actor.instance.timeZone) === null;
}

/**
 * Lists units, or one of them, and draws their questions when a learner first sees them; previews and users who are not
 * enrolled draw nothing.
 */
async function unitsWithDraws(course: courses.Course, unitId: number | null) {
  const drawn = course.audience === "learner" && !course.isPreview;
  const units = await courses.listUnitsWithKey(course, { drawn, unitId });
  if (course.isPreview) return asNew(course, units);
  const waiting = units.filter(({ waits_for_draw }) => waits_for_draw);
  const draws = course.audience === "learner" && course.status === "published" && isOpenTo(course);
  if (!draws || waiting.length === 0) return units;
  await drawQuestions(course.reach, course.id, waiting);
  return courses.listUnitsWithKey(course, { drawn: true, unitId });
}

/** Returns units as a new learner finds them; questions of the bank replace those that each learner would draw. */
async function asNew(course: courses.Course, units: Awaited<ReturnType<typeof courses.listUnitsWithKey>>) {
  const untouched = units.map((unit) => ({ ...unit, ...UNTOUCHED }));
  for (const unit of untouched.filter(({ draws }) => draws.length > 0)) {
    unit.questions = [...unit.questions, ...(await sampleDraw(course.reach, course.id, unit.draws))];
  }
  return untouched;
}

export type LearnerUnit = Awaited<ReturnType<typeof listUnits>>[number];
export type LearnerQuestion = LearnerUnit["tests"][number];
