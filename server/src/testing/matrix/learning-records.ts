import type { Db } from "../../db/client.ts";

/** Adds a template of certificates with its first version. @returns its id */
export async function addCertificateTemplate(db: Db, instance_id: number, name: string): Promise<number> {
  const { id } = await db
    .insertInto("certificate_templates")
    .values({ instance_id, name })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("certificate_template_versions")
    .values({ instance_id, template_id: id, version: 1, design: '{"signatures": []}' })
    .execute();
  return id;
}

/** Adds an enrolment that has ended, with its record. @returns its id */
export async function addEndedEnrolment(
  db: Db,
  instance_id: number,
  user_id: number,
  course_id: number,
): Promise<number> {
  const enrolment = {
    instance_id,
    user_id,
    course_id,
    assigned_at: new Date(),
    units_completed: 0,
    time_spent: 0,
    attempt: 1,
  };
  const record = JSON.stringify({
    enrolments: [enrolment],
    unit_progress: [],
    responses: [],
    submissions: [],
    daily_time: [],
  });
  const { id } = await db
    .insertInto("ended_enrolments")
    .values({ instance_id, user_id, course_id, record })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a submitted attempt at a test in which a question is answered with an essay. @returns the id of the attempt */
export async function addEssay(
  db: Db,
  at: { instance_id: number; user_id: number; course_id: number; unit_id: number },
  question_id: number,
): Promise<number> {
  const rules = JSON.stringify({ pass_mark: 80, review: "never", counting_attempt: "last", partial_credit: false });
  const { id } = await db
    .insertInto("test_attempts")
    .values({ ...at, course_attempt: 1, number: 2, question_ids: [question_id], rules, submitted_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const response = JSON.stringify({ type: "Essay", freeTextAnswer: "Ropes age." });
  await db
    .insertInto("test_answers")
    .values({ ...at, attempt_id: id, question_id, response, is_correct: false, credit: 0 })
    .execute();
  return id;
}
