import type { Actor, Reach } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { type CourseInput, type SavedCourse, saveCourse } from "./authoring.service.ts";
import * as queries from "./creation.queries.ts";
import { listUnits } from "./units.queries.ts";

/**
 * Creates a course. A second call of the same author with the same key saves the course of the first call instead of a
 * second one: the answer of the first may be lost.
 * @param key made by the client for each new course; null: each call creates a course
 * @throws Invalid, also when the course of the first call was saved by another call since
 */
export async function createCourse(
  actor: Actor,
  input: CourseInput,
  key: string | null,
  branchUrl?: string | null,
): Promise<SavedCourse> {
  if (key === null) return saveCourse(actor, null, input, branchUrl);
  const reach = await actor.reach("course.author", branchUrl);
  if (!/^[\w-]{1,64}$/.test(key))
    throw new Invalid({ creation_key: [t`Use 1 to 64 letters, digits, hyphens and underscores.`] });
  await queries.lockCreation(reach, key);
  const created = await queries.findCreated(reach, key);
  if (created && created.version !== created.creation_version)
    throw new Invalid({
      course: [t`This course was created already, and has been changed since. Open it in the list of courses.`],
    });
  const saved = created
    ? await saveCourse(actor, created, await withStoredIds(reach, created.id, input), branchUrl)
    : await saveCourse(actor, null, input, branchUrl);
  await queries.storeCreation(reach, saved.id, key);
  return saved;
}

/** Returns the input with the ids of the units and questions that the first call stored in the same places. */
async function withStoredIds(reach: Reach<"course.author">, id: number, input: CourseInput): Promise<CourseInput> {
  const stored = await listUnits(reach, id, { drawn: false });
  const units = input.units.map((unit) => {
    const its = stored.find(({ unit_order, type }) => unit_order === unit.unit_order && type === unit.type);
    const questions = unit.questions?.map((question, index) => {
      const known = its?.questions[index];
      return known?.type === question.type ? { ...question, id: known.id } : question;
    });
    return its ? { ...unit, id: its.id, questions } : unit;
  });
  return { ...input, units };
}
