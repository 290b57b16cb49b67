import { Readable } from "node:stream";
import { createKey } from "../../features/api-keys/api-keys.service.ts";
import { deleteCourse, saveCourse } from "../../features/courses/authoring.service.ts";
import { review } from "../../features/assignments/assignments.service.ts";
import { findKey, storeUpload } from "../../features/files/files.service.ts";
import { createGroup, deleteGroup } from "../../features/groups/groups.service.ts";
import { enrol, storeResponse } from "../../features/learning/learning.service.ts";
import { saveToBank } from "../../features/questions/bank.service.ts";
import { requestExport } from "../../features/reports/exports/exports.service.ts";
import { saveSchedule } from "../../features/reports/schedules.service.ts";
import { createUser, deleteUser } from "../../features/users/people.service.ts";
import { createCredentials } from "../../features/xapi/credentials.service.ts";
import { readSentStatements } from "../../features/xapi/read-statements.service.ts";
import { storeStatements } from "../../features/xapi/statements.service.ts";
import { actWith } from "../act-as.ts";
import { bank, submissions } from "../courses/working-safely.ts";
import { createSignQuestions } from "./signs.ts";
import { lesson } from "../lesson.ts";
import type { AssignmentPlace } from "./everything.ts";

import type { DemoPlace } from "./place.ts";
import { drawCover, PICTURED_COURSES } from "./pictures.ts";

/** Draws covers for some courses; the others show the covers that the product draws itself. */
export async function addCovers({ platform, instanceId, as, inside }: DemoPlace): Promise<void> {
  for (const course_code of PICTURED_COURSES) {
    const stream = Readable.from([await drawCover(course_code)]);
    const { url } = await as("instructor@demo.test", (run) =>
      storeUpload(platform, run, "image", { name: `${course_code}.webp`, stream }),
    );
    await inside((db) =>
      db
        .updateTable("courses")
        .set({ thumbnail_key: findKey(url) })
        .where("instance_id", "=", instanceId)
        .where("course_code", "=", course_code)
        .execute(),
    );
  }
}

/** Adds questions in several categories to the question bank, some with pictures, a recording and formulas. */
export async function addBank({ platform, as }: DemoPlace): Promise<void> {
  await as("instructor@demo.test", async (run) => {
    for (const { category, questions } of bank) await run((actor) => saveToBank(actor, { category, questions }));
    const questions = await createSignQuestions(platform, run);
    await run((actor) => saveToBank(actor, { category: "Signs and levers", questions }));
  });
}

/** Hands in assignments: one is returned, one accepted, the others wait for a review. */
export async function addSubmissions({ as }: DemoPlace, place: AssignmentPlace): Promise<void> {
  for (const { by, text, accept, comment } of submissions) {
    const submission = await as(by, async (run) => {
      await run((actor) => enrol(actor, place.course_id));
      const response = { type: "AssignmentText", timeSpent: 0, content: text };
      const input = { unit_type: "Assignment", input_type: "AssignmentText", input_key: "AssignmentText" };
      const stored = await run((actor) =>
        storeResponse(actor, { ...place, ...input, response: JSON.stringify(response) }),
      );
      return (JSON.parse(stored.response) as { submission_id: number }).submission_id;
    });
    if (accept === undefined) continue;
    await as("instructor@demo.test", (run) =>
      run((actor) => review(actor, { id: submission, accept, comment: comment ?? null })),
    );
  }
}

const DRILL = "https://drills.demo.test/evacuation";

/** Stores statements as a program outside of Cairn that trains with a headset. */
export async function addStatements({ platform, domain, as }: DemoPlace): Promise<void> {
  const { key, secret } = await as("admin@demo.test", (run) =>
    run((actor) => createCredentials(actor, { name: "Evacuation drill (headset)" })),
  );
  const people = [
    ["Grace Adeyemi", "learner@demo.test", 0.9],
    ["Samuel Okonkwo", "samuel.okonkwo@demo.test", 0.75],
    ["Fatima El Amrani", "fatima.el.amrani@demo.test", 0.4],
  ] as const;
  const statements = people.flatMap(([name, email, scaled], index) => {
    const at = (minutes: number) => new Date(Date.now() - (index + 1) * 86_400_000 + minutes * 60_000).toISOString();
    const actor = { objectType: "Agent", name, mbox: `mailto:${email}` };
    const object = {
      id: DRILL,
      definition: { name: { en: "Evacuation drill" }, type: "http://adlnet.gov/expapi/activities/simulation" },
    };
    const verb = (id: string) => ({ id: `http://adlnet.gov/expapi/verbs/${id}`, display: { en: id } });
    return [
      { actor, object, verb: verb("initialized"), timestamp: at(0) },
      { actor, object, verb: verb("completed"), timestamp: at(6), result: { completion: true, duration: "PT6M" } },
      {
        actor,
        object,
        verb: verb(scaled >= 0.7 ? "passed" : "failed"),
        timestamp: at(6),
        result: { success: scaled >= 0.7, score: { scaled } },
      },
    ];
  });
  const sent = await readSentStatements(Buffer.from(JSON.stringify(statements)), "1.0.3");
  const list = Array.isArray(sent) ? sent : [sent];
  await actWith(platform, domain, `${key}:${secret}`, (actor) => storeStatements(actor, list, [], "1.0.3"), {
    accepts: "xapi",
  });
}

/** Schedules a report, and requests an export that a job creates after the start. */
export async function requestReports({ as, inside, instanceId }: DemoPlace): Promise<void> {
  const { id: manager } = await inside((db) =>
    db
      .selectFrom("users")
      .select("id")
      .where("instance_id", "=", instanceId)
      .where("email", "=", "manager@demo.test")
      .executeTakeFirstOrThrow(),
  );
  await as("admin@demo.test", async (run) => {
    const monday = { name: "Every learner, on Mondays", kind: "users", every: "week", day: 1, hour: 7 };
    await run((actor) => saveSchedule(actor, { ...monday, user_ids: [manager] }, null));
    await run((actor) => requestExport(actor, { kind: "everything" }, "xlsx"));
  });
}

/** Creates a key for a program of the customer. Nobody gets to see it, so it opens nothing. */
export async function addApiKey({ as }: DemoPlace): Promise<void> {
  await as("admin@demo.test", (run) =>
    run((actor) => createKey(actor, { name: "Rota planner (reads reports)", role: "manager" })),
  );
}

/** Deletes a user, a group and a course, which can be restored. */
export async function deleteSome({ as }: DemoPlace): Promise<void> {
  await as("admin@demo.test", async (run) => {
    const left = { first_name: "Marcus", last_name: "Fielding", email: "marcus.fielding@demo.test", role: "learner" };
    const user = await run((actor) => createUser(actor, { ...left, is_primary: true, skip_email: true }));
    await run((actor) => deleteUser(actor, user.id));
    const group = await run((actor) =>
      createGroup(actor, { name: "Summer volunteers", description: "Last year's team" }),
    );
    await run((actor) => deleteGroup(actor, group.id));
    const course = await run((actor) =>
      saveCourse(actor, null, {
        title: "Fire safety (old)",
        description: "Replaced by 'Working safely at Northgate'.",
        categories: [],
        resources: [],
        units: [
          {
            type: "Content",
            unit_order: 1,
            title: "In case of fire",
            content: lesson("Leave. Ring 999."),
            questions: [],
          },
        ],
        status: "draft",
      }),
    );
    await run((actor) => deleteCourse(actor, course.id));
  });
}
