import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { launchedAu } from "../../testing/cmi5.ts";
import { cmi5Package, scormPackage, tincanPackage } from "../../testing/packages.ts";
import { launched, storedPackage } from "../../testing/scorm.ts";
import { startClass } from "../../testing/server.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";
import { ANSWERS, COURSE, CREATE, QUESTIONS, smallCourse } from "../courses/course.testdata.ts";

const { server, author, learner } = await startClass();
afterAll(() => server.close());
const admin = await server.as("admin@demo.test");

const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const CREATE_WITH_PACKAGE = `mutation ($title: String!, $scorm: [ScormUnitInput!], $test_units: [TestUnitInput!], $tests: [QuestionInput!]) {
  createCourse(title: $title, description: "Made for tests", scorm: $scorm, test_units: $test_units, tests: $tests) { id } }`;
const WITH_PACKAGE = `query ($id: Int!) { course(id: $id) { scorms { id scorm_id scorm { scos { uuid } } } tests { id tests { id } } } }`;
const RESPOND = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }`;

/** What a learner does in a course: visits a unit, or answers a question of its test; null empties it for another try, which leaves the grade. */
type Act = { visit: 0 | 1 | 2 } | { question: number; isRight: boolean | null };
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ visit: fc.constantFrom(0 as const, 1 as const, 2 as const) }),
  fc.record({ question: fc.nat({ max: QUESTIONS.length - 1 }), isRight: fc.option(fc.boolean()) }),
);

/** Computes the score from what the learner did: the share of correct answers among the latest answers. */
function recompute(acts: Act[]): string {
  const latest = new Map(
    acts.flatMap((each) => ("question" in each && each.isRight !== null ? [[each.question, each.isRight] as const] : [])),
  );
  const graded = [...latest.values()];
  if (graded.length === 0) return "";
  return String(Math.round((100 * graded.filter(Boolean).length) / graded.length));
}

async function perform(title: string, acts: Act[]): Promise<void> {
  const { id } = (await author.data(CREATE, smallCourse(title))).createCourse;
  await learner.data(ENROL, { id });
  const course = (await learner.data(COURSE, { id })).course;
  const units = [
    { unit_id: course.contents[0].id, unit_type: "Content" },
    { unit_id: course.videos[0].id, unit_type: "Video" },
    { unit_id: course.tests[0].id, unit_type: "Test" },
  ];
  const respond = (unit: object, input_type: string, input_key: string, response: object) =>
    learner.data(RESPOND, {
      input: { course_id: id, ...unit, input_type, input_key, response: JSON.stringify(response) },
    });
  for (const each of acts) {
    if ("visit" in each) await respond(units[each.visit]!, "time", "timeSpent", { timeSpent: 0 });
    else {
      const { type } = QUESTIONS[each.question]!;
      const wrong = {
        type,
        freeTextAnswer: "no",
        userSelections: type === "Match the Pairs" ? { cat: "woof", dog: "meow" } : ["x"],
        userOrder: ["third", "second", "first"],
      };
      const question = course.tests[0].tests[each.question].id;
      const answer = each.isRight === null ? { type } : each.isRight ? ANSWERS[each.question]! : wrong;
      await respond(units[2]!, "question", String(question), answer);
    }
  }
}

test("the score of an enrolment is the share of correct answers, whatever else the learner did", async () => {
  const histories: Act[][] = [
    [],
    [{ visit: 0 }],
    [{ visit: 0 }, { visit: 1 }, { question: 0, isRight: false }],
    [
      { question: 0, isRight: true },
      { question: 1, isRight: true },
      { question: 0, isRight: null },
    ],
    ...fc.sample(fc.array(act, { minLength: 1, maxLength: 8 }), { numRuns: 12, seed: 18 }),
  ];
  for (const [index, acts] of histories.entries()) await perform(`Score ${index}`, acts);
  const { body } = await takeTable(server, admin, { kind: "everything", search: "Grace" });
  const shown = new Map(parseRows(body).map((row) => [row["Course"]!, row["Score"]!]));
  for (const [index, acts] of histories.entries())
    expect([acts, shown.get(`Score ${index}`)]).toEqual([acts, recompute(acts)]);
});

type Standard = "scorm_1_2" | "scorm_2004" | "xapi" | "cmi5";
/** What a learner does in a course with a package: one visit with the score it reports, if any, or a test's answer. */
type PackageAct = { score: number | null } | { question: 0; isRight: boolean };
const packageAct: fc.Arbitrary<PackageAct> = fc.oneof(
  fc.record({ score: fc.option(fc.nat({ max: 100 })) }),
  fc.record({ question: fc.constant(0 as const), isRight: fc.boolean() }),
);
const PACKAGES: Record<Standard, () => Buffer> = {
  scorm_1_2: () => scormPackage({ version: "1.2" }),
  scorm_2004: () => scormPackage({ version: "2004" }),
  xapi: () => tincanPackage(),
  cmi5: () => cmi5Package(),
};

/** Computes the score: of the questions, otherwise the best one of the package. */
function recomputeWithPackage(standard: Standard, acts: PackageAct[]): string {
  const answer = acts.findLast((each) => "question" in each);
  if (answer) return answer.isRight ? "100" : "0";
  const scores = acts.flatMap((each) => ("score" in each && each.score !== null ? [each.score] : []));
  if (scores.length === 0) return "";
  // SCORM 1.2 has one attempt, whose score is the latest.
  return String(standard === "scorm_1_2" ? scores.at(-1) : Math.max(...scores));
}

async function performWithPackage(title: string, standard: Standard, acts: PackageAct[]): Promise<void> {
  const { url } = await storedPackage(server, author, PACKAGES[standard]());
  const { createCourse } = await author.data(CREATE_WITH_PACKAGE, {
    title,
    scorm: [{ unit_order: 1, title: "Package", scorm_path: url }],
    test_units: [{ unit_order: 2, title: "Test" }],
    tests: [{ unit_order: 2, type: "Fill the Gaps", question: "Water boils at [100] degrees." }],
  });
  const id = createCourse.id as number;
  await learner.data(ENROL, { id });
  const { course } = await learner.data(WITH_PACKAGE, { id });
  const [{ id: unit, scorm_id: scormId, scorm }] = course.scorms;
  const ids = { scoUuid: scorm.scos[0].uuid, scormId };
  for (const each of acts) {
    if ("score" in each) await visit(standard, { course: id, unit, ids }, each.score);
    else
      await learner.data(RESPOND, {
        input: {
          course_id: id,
          unit_id: course.tests[0].id,
          unit_type: "Test",
          input_type: "question",
          input_key: String(course.tests[0].tests[0].id),
          response: JSON.stringify({ type: "Fill the Gaps", userSelections: [each.isRight ? "100" : "90"] }),
        },
      });
  }
}

/** Opens the package once and reports a score of 0 to 100, or none. */
async function visit(
  standard: Standard,
  { course, unit, ids }: { course: number; unit: number; ids: object },
  score: number | null,
): Promise<void> {
  if (standard === "cmi5") {
    const au = await launchedAu(server, learner, course, unit);
    await au.begin();
    expect((await au.say("failed", score === null ? {} : { score: { scaled: score / 100 } })).statusCode).toBe(200);
    return;
  }
  if (standard === "xapi") {
    const { launchScorm } = await learner.data(
      "mutation ($course: Int!, $unit: Int!) { launchScorm(course_id: $course, unit_id: $unit) { url } }",
      { course, unit },
    );
    const given = new URL(launchScorm.url).searchParams;
    const statement = {
      actor: JSON.parse(given.get("actor")!),
      verb: { id: "http://adlnet.gov/expapi/verbs/failed" },
      object: { id: given.get("activity_id") },
      context: { registration: given.get("registration") },
      ...(score !== null && { result: { score: { raw: score, min: 0, max: 100 } } }),
    };
    const answer = await server.app.inject({
      method: "POST",
      url: "/xapi/statements",
      headers: { host: "demo.localhost", authorization: given.get("auth")!, "x-experience-api-version": "1.0.3" },
      payload: statement,
    });
    expect(answer.statusCode).toBe(200);
    return;
  }
  const player = await launched(server, learner, course, unit);
  await player.call("initialize", ids);
  const [key, value] =
    standard === "scorm_1_2" ? ["cmi.core.score.raw", String(score)] : ["cmi.score.scaled", String((score ?? 0) / 100)];
  if (score !== null) expect((await player.call("set-value", { ...ids, key, value })).statusCode).toBe(200);
  expect((await player.call("finish", ids)).statusCode).toBe(200);
}

test("the score of a course with a package is that of its questions, or else the best that the package has reported", async () => {
  const histories = Object.keys(PACKAGES).flatMap((standard, index) =>
    [
      [{ score: null }],
      [{ score: 70 }, { score: null }],
      [{ score: 40 }, { question: 0 as const, isRight: true }],
      ...fc.sample(fc.array(packageAct, { minLength: 1, maxLength: 4 }), { numRuns: 2, seed: index }),
    ].map((acts) => ({ standard: standard as Standard, acts })),
  );
  for (const [index, { standard, acts }] of histories.entries())
    await performWithPackage(`Package score ${index}`, standard, acts);
  const { body } = await takeTable(server, admin, { kind: "everything", search: "Grace" });
  const shown = new Map(parseRows(body).map((row) => [row["Course"]!, row["Score"]!]));
  for (const [index, history] of histories.entries())
    expect([history, shown.get(`Package score ${index}`)]).toEqual([
      history,
      recomputeWithPackage(history.standard, history.acts),
    ]);
});

test("stores no grade for a response without a question", async () => {
  const graded = await server.inside("demo", (db, instance_id) =>
    db
      .selectFrom("responses")
      .select("id")
      .where("instance_id", "=", instance_id)
      .where("question_id", "is", null)
      .where("is_correct", "is not", null)
      .execute(),
  );
  expect(graded).toEqual([]);
});
