import { afterAll, describe, expect, test } from "vitest";
import { type Client, startClass } from "../../testing/server.ts";
import { delta } from "../courses/course.testdata.ts";

const CREATE = `mutation ($title: String!, $description: String!, $status: String, $assignment: [AssignmentUnitInput!]) {
  createCourse(title: $title, description: $description, status: $status, assignment: $assignment) { id } }`;
const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const RESPOND = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id response } }`;
const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { is_complete course_complete } }`;
const MINE = `query ($id: Int!) { mySubmissions(course_id: $id) { id unit_id kind content file_path file_name state comment } }`;
const INBOX = `query ($course_id: Int, $state: String, $search: String, $sort: String, $limit: Int, $branchUrl: String) {
  submissionsPage(course_id: $course_id, state: $state, search: $search, sort: $sort, limit: $limit, branchUrl: $branchUrl) {
    total waiting courses { title } rows { id user_name course_title unit_title kind state } } }`;
const ONE = `query ($id: Int!) { submission(id: $id) { id content file_path download_path file_name state comment reviewer previous next history { id state } } }`;
const REVIEW = `mutation ($id: Int!, $accept: Boolean!, $comment: String) { reviewSubmission(id: $id, accept: $accept, comment: $comment) { id state comment } }`;
const BELL = `{ notifications { unread rows { kind course_title unit_title is_read } } }`;
const COURSE = `query ($id: Int!) { course(id: $id) { progress assignments { id is_complete } userResponses { unit_id input_type response file_path } } }`;

const { server, author, learner } = await startClass();
afterAll(() => server.close());

/** Creates a course of one assignment that is complete by this option, with the learner enrolled. */
async function assignment(title: string, completion_option: string, client = learner) {
  const made = await author.data(CREATE, {
    title,
    description: "To be handed in.",
    status: "published",
    assignment: [{ unit_order: 1, title: "Write a report", content: delta("Describe a rescue."), completion_option }],
  });
  const id: number = made.createCourse.id;
  await client.data(ENROL, { id });
  const { course } = await client.data(COURSE, { id });
  return { course: id, unit: course.assignments[0].id as number };
}

const handIn = (client: Client, at: { course: number; unit: number }, type: string, answer: object) =>
  client.query(RESPOND, {
    input: {
      course_id: at.course,
      unit_id: at.unit,
      unit_type: "AssignmentUnitType",
      input_type: type,
      input_key: type,
      response: JSON.stringify({ type, timeSpent: 5, ...answer }),
    },
  });
const complete = (client: Client, at: { course: number; unit: number }) =>
  client.query(COMPLETE, {
    input: { course_id: at.course, unit_id: at.unit, unit_type: "AssignmentUnitType" },
  });

const PDF = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

async function upload(client: Client, at: { course: number; unit: number }, name: string, bytes: Buffer) {
  const boundary = "----cairn";
  const field = (key: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${text}\r\n`;
  const payload = Buffer.concat([
    Buffer.from(
      field("courseId", String(at.course)) +
        field("unitId", String(at.unit)) +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = {
    host: "demo.localhost",
    "content-type": `multipart/form-data; boundary=${boundary}`,
    authorization: `Bearer ${client.token}`,
  };
  return server.app.inject({ method: "POST", url: "/api/upload-assignment", headers, payload });
}

describe("the reviewers of handed-in work", () => {
  const RECEIVED = `{ notifications(limit: 100) { rows { kind course_title unit_title user_name submission_id } } }`;
  const listReceived = async (client: Client, title: string) =>
    (await client.data(RECEIVED)).notifications.rows.filter(
      (row: { kind: string; course_title: string }) => row.kind === "submission_received" && row.course_title === title,
    );

  test("are notified in the product and by mail, once for each submission", async () => {
    const at = await assignment("Noticed work", "instructor-accepts");
    server.outside.jobs.length = 0;
    await handIn(learner, at, "AssignmentText", { content: "Done." });
    const [mine] = (await learner.data(MINE, { id: at.course })).mySubmissions;
    expect(await listReceived(author, "Noticed work")).toEqual([
      {
        kind: "submission_received",
        course_title: "Noticed work",
        unit_title: "Write a report",
        user_name: "Grace Adeyemi",
        submission_id: mine.id,
      },
    ]);
    expect(server.outside.jobs.filter(({ name }) => name === "notifications.mail")).toHaveLength(1);
    expect(await listReceived(await server.as("admin@demo.test"), "Noticed work")).toEqual([]);
    expect(await listReceived(learner, "Noticed work")).toEqual([]);
  });

  test("are the admins where no instructor reaches the learner, and none of another branch", async () => {
    const at = await assignment("Work without an instructor", "instructor-accepts");
    const setPrimary = (is_primary: boolean) =>
      server.inside("demo", (db, instance_id) =>
        db
          .updateTable("users")
          .set({ is_primary })
          .where("instance_id", "=", instance_id)
          .where("role", "=", "instructor")
          .execute(),
      );
    await setPrimary(false);
    await handIn(learner, at, "AssignmentText", { content: "Done." });
    await setPrimary(true);
    expect(await listReceived(author, "Work without an instructor")).toEqual([]);
    expect(await listReceived(await server.as("admin@demo.test"), "Work without an instructor")).toHaveLength(1);
  });
});

describe("an assignment that needs acceptance", () => {
  test("is returned with a comment, submitted again, accepted, and complete without another visit of the learner", async () => {
    const at = await assignment("A report, accepted in the end", "instructor-accepts");
    expect((await complete(learner, at)).errors![0]!.message).toBe(
      "Your submission has to be accepted before you can go on.",
    );

    const first = (await handIn(learner, at, "AssignmentText", { content: " We rowed. " })).data["storeUnitResponse"];
    expect(JSON.parse(first.response)).toMatchObject({ type: "AssignmentText", content: "We rowed." });
    const inbox = (await author.data(INBOX, { course_id: at.course })).submissionsPage;
    expect(inbox.rows).toEqual([
      expect.objectContaining({
        user_name: "Grace Adeyemi",
        unit_title: "Write a report",
        kind: "AssignmentText",
        state: "submitted",
      }),
    ]);
    const { id } = inbox.rows[0];

    expect((await author.query(REVIEW, { id, accept: false })).errors![0]!.extensions.validation).toEqual({
      comment: ["Describe what has to be changed."],
    });
    await author.data(REVIEW, { id, accept: false, comment: "Say more of the river." });
    expect((await learner.data(MINE, { id: at.course })).mySubmissions).toEqual([
      expect.objectContaining({ state: "returned", comment: "Say more of the river.", content: "We rowed." }),
    ]);
    expect((await learner.data(BELL)).notifications.rows[0]).toEqual({
      kind: "submission_returned",
      course_title: "A report, accepted in the end",
      unit_title: "Write a report",
      is_read: false,
    });
    expect((await complete(learner, at)).errors![0]!.extensions.code).toBe("CONFLICT");

    await handIn(learner, at, "AssignmentText", { content: "We rowed down the river Tay." });
    const again = (await author.data(INBOX, { course_id: at.course, state: "submitted" })).submissionsPage;
    expect(again.total).toBe(1);
    await author.data(REVIEW, { id: again.rows[0].id, accept: true });
    expect((await author.data(ONE, { id: again.rows[0].id })).submission).toMatchObject({
      state: "accepted",
      reviewer: "Daniel Whitcombe",
      history: [
        { id: again.rows[0].id, state: "accepted" },
        { id, state: "returned" },
      ],
    });
    const { course } = await learner.data(COURSE, { id: at.course });
    expect([course.progress, course.assignments[0].is_complete]).toEqual([100, true]);
    expect((await handIn(learner, at, "AssignmentText", { content: "More" })).errors![0]!.message).toBe(
      "Your submission has been accepted already.",
    );
  });

  test("is stored once when it is sent again after a lost response, also from two tabs at once and after its review", async () => {
    const at = await assignment("Sent again", "instructor-accepts");
    const given = { content: "Once.", given_id: "one" };
    const first = await handIn(learner, at, "AssignmentText", given);
    const again = await handIn(learner, at, "AssignmentText", given);
    const readSubmissionId = ({ data }: typeof first) => JSON.parse(data["storeUnitResponse"].response).submission_id;
    expect(readSubmissionId(again)).toBe(readSubmissionId(first));
    await Promise.all([1, 2, 3].map(() => handIn(learner, at, "AssignmentText", { ...given, given_id: "two" })));
    const mine = async () => (await learner.data(MINE, { id: at.course })).mySubmissions;
    expect(await mine()).toHaveLength(2);
    expect((await author.data(INBOX, { course_id: at.course })).submissionsPage.total).toBe(2);

    const [latest] = await mine();
    await author.data(REVIEW, { id: latest.id, accept: true });
    const late = await handIn(learner, at, "AssignmentText", { ...given, given_id: "two" });
    expect([late.errors, readSubmissionId(late)]).toEqual([undefined, latest.id]);
    expect(await mine()).toHaveLength(2);

    // The id applies to this user and unit only.
    const elsewhere = await assignment("Sent elsewhere", "user-uploads");
    expect((await handIn(learner, elsewhere, "AssignmentText", given)).errors![0]!.extensions.code).toBe("CONFLICT");
    const other = await server.as("peter.lindqvist@demo.test");
    await other.data(ENROL, { id: at.course });
    expect((await handIn(other, at, "AssignmentText", given)).errors).toBeUndefined();
  });

  test("is decided once: the second of two reviewers gets an error", async () => {
    const at = await assignment("Decided once", "instructor-accepts");
    await handIn(learner, at, "AssignmentText", { content: "Done." });
    const { id } = (await author.data(INBOX, { course_id: at.course })).submissionsPage.rows[0];
    const answers = await Promise.all([
      author.query(REVIEW, { id, accept: true }),
      author.query(REVIEW, { id, accept: false, comment: "No" }),
    ]);
    expect(answers.filter((answer) => answer.errors).map((answer) => answer.errors![0]!.extensions.code)).toEqual([
      "CONFLICT",
    ]);
  });
});

describe("an acceptance that is withdrawn", () => {
  const WITHDRAW = `mutation ($id: Int!) { withdrawAcceptance(id: $id) { id state comment reviewer reviewed_at } }`;
  const STATE = `query ($id: Int!) { course(id: $id) { progress is_complete assignments { is_complete } } }`;
  const acceptOne = async (title: string) => {
    const at = await assignment(title, "instructor-accepts");
    await handIn(learner, at, "AssignmentText", { content: "Done." });
    const { id } = (await author.data(INBOX, { course_id: at.course })).submissionsPage.rows[0];
    await author.data(REVIEW, { id, accept: true, comment: "Good." });
    return { at, id: id as number };
  };

  test("opens the unit and the course that it completed, removes the unread notification, and can be given again", async () => {
    const { at, id } = await acceptOne("Accepted by mistake");
    expect((await author.data(WITHDRAW, { id })).withdrawAcceptance).toEqual({
      id,
      state: "submitted",
      comment: null,
      reviewer: null,
      reviewed_at: null,
    });
    const open = { progress: 0, is_complete: false, assignments: [{ is_complete: false }] };
    expect((await learner.data(STATE, { id: at.course })).course).toEqual(open);
    const notices = (await learner.data(BELL)).notifications.rows as { kind: string; course_title: string }[];
    expect(notices.filter((each) => each.course_title === "Accepted by mistake")).toEqual([]);
    expect(await author.refusal(WITHDRAW, { id })).toBe("CONFLICT");

    await author.data(REVIEW, { id, accept: true });
    const complete = { progress: 100, is_complete: true, assignments: [{ is_complete: true }] };
    expect((await learner.data(STATE, { id: at.course })).course).toEqual(complete);
  });

  test("is refused, and changes nothing, when the learner has a certificate for the completion", async () => {
    const { at, id } = await acceptOne("Certified already");
    await learner.data(`mutation ($id: Int!) { generateCertificate(input: { course_id: $id }) { certificate_url } }`, {
      id: at.course,
    });
    expect(await author.refusal(WITHDRAW, { id })).toBe("CONFLICT");
    expect((await author.data(ONE, { id })).submission.state).toBe("accepted");
    expect((await learner.data(STATE, { id: at.course })).course.progress).toBe(100);
  });

  test("leaves a course complete that was marked as complete before", async () => {
    const at = await assignment("Complete anyway", "instructor-accepts");
    await handIn(learner, at, "AssignmentText", { content: "Done." });
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("enrolments")
        .set({ completed_at: new Date(Date.now() - 60_000) })
        .where("instance_id", "=", instance_id)
        .where("course_id", "=", at.course)
        .execute(),
    );
    const { id } = (await author.data(INBOX, { course_id: at.course })).submissionsPage.rows[0];
    await author.data(REVIEW, { id, accept: true });
    await author.data(WITHDRAW, { id });
    expect((await learner.data(STATE, { id: at.course })).course).toMatchObject({ progress: 0, is_complete: true });
  });

  test("is refused to reviewers outside the branch, to learners, and in other instances", async () => {
    const { id } = await acceptOne("Not theirs");
    expect(await learner.refusal(WITHDRAW, { id })).toBe("FORBIDDEN");
    expect(await (await server.as("admin@riverside.test")).refusal(WITHDRAW, { id })).toBe("NOT_FOUND");
  });
});

describe("an assignment that is complete on submission", () => {
  test("accepts a file of the listed types with its name, which only reviewers can read", async () => {
    const at = await assignment("A file", "user-uploads");
    expect((await complete(learner, at)).errors![0]!.message).toBe("Please provide a valid submission.");
    const { filePath } = (await upload(learner, at, "../my report.pdf", PDF)).json();
    await handIn(learner, at, "AssignmentFile", { file: filePath });
    expect((await complete(learner, at)).data["markUnitComplete"]).toEqual({
      is_complete: true,
      course_complete: true,
    });
    const [own] = (await learner.data(MINE, { id: at.course })).mySubmissions;
    expect(own).toMatchObject({ kind: "AssignmentFile", file_name: "my report.pdf", state: "submitted" });
    expect((await learner.data(COURSE, { id: at.course })).course.userResponses[0].file_path).toContain("/files/");

    const { submission } = await author.data(ONE, { id: own.id });
    const seen = await server.app.inject({ url: submission.file_path, headers: { host: "demo.localhost" } });
    expect([seen.statusCode, seen.rawPayload.equals(PDF)]).toEqual([200, true]);
    const saved = await server.app.inject({ url: submission.download_path, headers: { host: "demo.localhost" } });
    expect(saved.headers["content-disposition"]).toBe("attachment; filename*=UTF-8''my%20report.pdf");
  });

  test("refuses an empty text, a missing file, another user's file and a program renamed to PDF", async () => {
    const at = await assignment("Refusals", "user-uploads");
    for (const [type, answer] of [
      ["AssignmentText", { content: "  " }],
      ["AssignmentFile", {}],
    ] as const)
      expect((await handIn(learner, at, type, answer)).errors![0]!.message).toBe("Please provide a valid submission.");
    const other = await server.as("amara.diallo@demo.test");
    await other.data(ENROL, { id: at.course });
    const { filePath } = (await upload(other, at, "hers.pdf", PDF)).json();
    expect((await handIn(learner, at, "AssignmentFile", { file: filePath })).errors![0]!.extensions.code).toBe(
      "VALIDATION",
    );
    const program = await upload(learner, at, "report.pdf", Buffer.from("#!/bin/sh\necho hello\n"));
    expect(program.statusCode).toBe(422);
    expect((await learner.data(MINE, { id: at.course })).mySubmissions).toEqual([]);
  });

  test("accepts no file from a user who is not enrolled, nor for a unit of another type", async () => {
    const at = await assignment("Not for strangers", "user-uploads");
    const stranger = await server.as("oliver.bentley@demo.test");
    expect((await upload(stranger, at, "x.pdf", PDF)).statusCode).toBe(404);
    expect((await upload(server.anonymous(), at, "x.pdf", PDF)).statusCode).toBe(401);
    const elsewhere = await server.as("learner@riverside.test");
    expect((await upload(elsewhere, at, "x.pdf", PDF)).statusCode).toBe(401);
  });
});

describe("the inbox", () => {
  test("is searched, filtered and paged, with the number of waiting submissions", async () => {
    const { submissionsPage: all } = await author.data(INBOX, { limit: 500 });
    const countRows = (state: string) => all.rows.filter((row: { state: string }) => row.state === state).length;
    const waiting = countRows("submitted");
    expect(all.waiting).toBe(waiting);
    const titles = all.courses.map((course: { title: string }) => course.title);
    expect(titles).toEqual([...new Set(all.rows.map((row: { course_title: string }) => row.course_title))].toSorted());
    const found = (await author.data(INBOX, { search: "accepted in the end", limit: 1 })).submissionsPage;
    expect([found.total, found.rows.length, found.waiting]).toEqual([2, 1, waiting]);
    // One or two, because either of the two reviewers above may have been first.
    expect(countRows("returned")).toBeGreaterThan(0);
    expect((await author.data(INBOX, { state: "returned" })).submissionsPage.total).toBe(countRows("returned"));
    expect(await author.refusal(INBOX, { state: "constructor" })).toBe("VALIDATION");
  });

  test("of an instructor of one branch contains that branch's users and courses only", async () => {
    await server.inside("demo", (db, id) =>
      db
        .updateTable("users")
        .set({ is_primary: false })
        .where("instance_id", "=", id)
        .where("email", "=", "priya.raman@demo.test")
        .execute(),
    );
    const priya = await server.as("priya.raman@demo.test", "north.demo.localhost");
    expect((await priya.data(INBOX, { limit: 500 })).submissionsPage).toMatchObject({ rows: [], courses: [] });
    const { rows } = (await author.data(INBOX, {})).submissionsPage;
    expect(await priya.refusal(ONE, { id: rows[0].id })).toBe("NOT_FOUND");
    expect(await priya.refusal(REVIEW, { id: rows[0].id, accept: true })).toBe("NOT_FOUND");
    expect(await (await server.as("admin@riverside.test")).refusal(ONE, { id: rows[0].id })).toBe("NOT_FOUND");
    expect(await learner.refusal(ONE, { id: rows[0].id })).toBe("FORBIDDEN");
  });
});

test("users mark their notifications as read one by one or all at once, and no others", async () => {
  const mark = `mutation ($ids: [Int!]) { markNotificationsRead(ids: $ids) }`;
  const list = `{ notifications { unread rows { id is_read } } }`;
  const before = (await learner.data(list)).notifications;
  expect(before.unread).toBeGreaterThan(1);
  const first = before.rows.find((row: { is_read: boolean }) => !row.is_read).id;
  const unreadOfAuthor = (await author.data(BELL)).notifications.unread;
  expect((await author.data(mark, { ids: [first] })).markNotificationsRead).toBe(unreadOfAuthor);
  expect((await learner.data(mark, { ids: [first] })).markNotificationsRead).toBe(before.unread - 1);
  expect((await learner.data(mark)).markNotificationsRead).toBe(0);
});
