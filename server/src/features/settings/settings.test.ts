import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteUnused } from "../files/files.queries.ts";
import { sendFile } from "../../testing/multipart.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const SETTINGS = `{ instanceSettings { version general { name address time_zone language currency date_format languages first_weekday }
  brand { theme primary_color secondary_color logo_url welcome_text is_enabled }
  support { text email phone link }
  sign_in { session_hours } catalogue { priced_courses_need_assignment } } }`;
const UPDATE = `mutation ($version: Int!, $general: GeneralSettingsInput, $brand: BrandSettingsInput,
  $support: SupportSettingsInput, $sign_in: SignInSettingsInput, $catalogue: CatalogueSettingsInput) {
  updateInstanceSettings(version: $version, general: $general, brand: $brand, support: $support,
    sign_in: $sign_in, catalogue: $catalogue) {
    version general { name time_zone language currency date_format languages first_weekday }
    brand { theme primary_color secondary_color logo_url welcome_text } support { text email phone link } } }`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

const read = async (client = admin) => (await client.data(SETTINGS)).instanceSettings;
const update = async (input: object, client = admin) => {
  const { version } = await read(client);
  return client.query(UPDATE, { version, ...input });
};

test("settings that stay as they are leave no entry in the audit log", async () => {
  const { general } = await read();
  const READ = `{ auditLog(limit: 500) { rows { action } } }`;
  const { auditLog } = await admin.data(READ);
  expect((await update({ general: { currency: general.currency } })).errors).toBeUndefined();
  expect((await admin.data(READ)).auditLog.rows).toEqual(auditLog.rows);
});

test("general settings are changed field by field and are audited with what changed", async () => {
  const before = await read();
  const { data, errors } = await update({ general: { time_zone: "Pacific/Auckland", currency: "NZD" } });
  expect(errors).toBeUndefined();
  expect(data["updateInstanceSettings"]).toMatchObject({
    version: before.version + 1,
    general: {
      name: before.general.name,
      time_zone: "Pacific/Auckland",
      language: before.general.language,
      currency: "NZD",
    },
  });
  const { auditLog } = await admin.data(
    `{ auditLog(limit: 1) { rows { action subject_name changes { field before after } } } }`,
  );
  expect(auditLog.rows[0]).toMatchObject({
    action: "settings.updated",
    subject_name: before.general.name,
    changes: expect.arrayContaining([
      { field: "currency", before: JSON.stringify(before.general.currency), after: '"NZD"' },
      { field: "time_zone", before: JSON.stringify(before.general.time_zone), after: '"Pacific/Auckland"' },
    ]),
  });
  const { viewer } = await admin.data("{ viewer { instance { currency time_zone } } }");
  expect(viewer.instance).toEqual({ currency: "NZD", time_zone: "Pacific/Auckland" });
});

test("a day begins in the new time zone for figures that are read after the change", async () => {
  const readZone = async () =>
    server.inside(
      "demo",
      async (db, id) =>
        (await db.selectFrom("instances").where("id", "=", id).select("time_zone").executeTakeFirstOrThrow()).time_zone,
    );
  await update({ general: { time_zone: "America/New_York" } });
  expect(await readZone()).toBe("America/New_York");
});

test.each([
  [{ time_zone: "Mars/Olympus" }, { time_zone: ["Choose a time zone of the list."] }],
  [{ time_zone: "" }, { time_zone: ["Choose a time zone of the list."] }],
  [{ language: "de" }, { language: ["Choose a language of the list."] }],
  [{ currency: "XXY" }, { currency: ["Choose a currency of the list."] }],
  [{ date_format: "day" }, { date_format: ["Choose a date format of the list."] }],
  [{ first_weekday: 3 }, { first_weekday: ["Choose a day of the list."] }],
  [{ languages: ["de"] }, { languages: ["Choose a language of the list."] }],
  [{ name: "  " }, { name: ["Enter the name of the instance."] }],
])("general settings %o are refused with a message at the field", async (general, validation) => {
  const before = await read();
  const { errors } = await update({ general });
  expect(errors![0]!.extensions.validation).toEqual(validation);
  expect(await read()).toEqual(before);
});

test("the languages offered keep one order, without doubles, and always contain the instance's own", async () => {
  const { data } = await update({ general: { language: "fr", languages: ["es", "es"] } });
  expect(data["updateInstanceSettings"].general.languages).toEqual(["fr", "es"]);
  const { instanceByUrl } = await server.anonymous().data(`{ instanceByUrl(url: "demo") { languages date_format } }`);
  expect(instanceByUrl).toEqual({ languages: ["fr", "es"], date_format: "day-month-year" });
  await update({ general: { language: "en", languages: ["en", "fr", "es"] } });
});

test("visitors read whom to ask, and blank fields of the support are removed", async () => {
  const SUPPORT = `{ instanceByUrl(url: "demo") { support { text email phone link } } }`;
  const support = {
    text: "Ask the training office.",
    email: "training@example.org",
    phone: "+44 20 7946 0000",
    link: "https://example.org/help",
  };
  await update({ support });
  expect((await server.anonymous().data(SUPPORT)).instanceByUrl.support).toEqual(support);
  await update({ support: { ...support, phone: " ", link: null } });
  expect((await server.anonymous().data(SUPPORT)).instanceByUrl.support).toEqual({
    ...support,
    phone: null,
    link: null,
  });
  const { auditLog } = await admin.data(`{ auditLog(limit: 1) { rows { changes { field after } } } }`);
  expect(auditLog.rows[0].changes.map(({ field }: { field: string }) => field).toSorted()).toEqual([
    "support_link",
    "support_phone",
  ]);
});

test.each([
  [{ email: "training" }, "email"],
  [{ phone: "javascript:alert(1)" }, "phone"],
  [{ link: "javascript:alert(1)" }, "link"],
  [{ link: "ftp://example.org" }, "link"],
  [{ text: "x".repeat(2001) }, "text"],
])("support %o is refused at its field", async (support, field) => {
  const before = await read();
  const { errors } = await update({ support });
  expect(Object.keys(errors![0]!.extensions.validation as object)).toEqual([field]);
  expect(await read()).toEqual(before);
});

test("a welcome text is public while the instance has a brand of its own, and at most 500 characters long", async () => {
  const WELCOME = `{ instanceByUrl(url: "demo") { welcome_text } }`;
  await update({ brand: { theme: "ocean", welcome_text: " Welcome aboard " } });
  expect((await server.anonymous().data(WELCOME)).instanceByUrl.welcome_text).toBe("Welcome aboard");
  const long = await update({ brand: { theme: "ocean", welcome_text: "x".repeat(501) } });
  expect(Object.keys(long.errors![0]!.extensions.validation as object)).toEqual(["welcome_text"]);
  await update({ brand: { theme: "ocean" } });
  expect((await read()).brand.welcome_text).toBe("Welcome aboard");
  await update({ brand: { theme: "ocean", welcome_text: "" } });
  expect((await server.anonymous().data(WELCOME)).instanceByUrl.welcome_text).toBe(null);
});

test("a shorter sign-in ends older sessions with the next request, and new ones have the time that is set", async () => {
  const riverside = await server.as("admin@riverside.test");
  await server.inside("riverside", (db) =>
    db
      .updateTable("sessions")
      .set({ created_at: sql<Date>`now() - interval '9 hours'` })
      .execute(),
  );
  expect((await read(riverside)).sign_in.session_hours).toBe(168);
  await update({ sign_in: { session_hours: 8 } }, riverside);
  expect(await riverside.refusal(SETTINGS)).toBe("UNAUTHENTICATED");
  expect(await admin.refusal(SETTINGS)).toBe(null);
  const again = await server.as("admin@riverside.test");
  const { hours } = await server.inside("riverside", (db) =>
    db
      .selectFrom("sessions")
      .select(sql<number>`round(extract(epoch FROM expires_at - created_at) / 3600)::int`.as("hours"))
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow(),
  );
  expect(hours).toBe(8);
  await update({ sign_in: { session_hours: 168 } }, again);
});

test.each([0, 721, -1])("a sign-in of %i hours is refused", async (session_hours) => {
  const { errors } = await update({ sign_in: { session_hours } });
  expect(Object.keys(errors![0]!.extensions.validation as object)).toEqual(["session_hours"]);
});

test("courses with a price have to be assigned once that is set, and can be started again when it is not", async () => {
  const learner = await server.as("learner@demo.test");
  const { userProgress } = await learner.data("{ userProgress { unenrolledCourses(limit: 1) { id } } }");
  const [{ id: course_id }] = userProgress.unenrolledCourses;
  await server.inside("demo", (db) =>
    db.updateTable("courses").set({ price: 15 }).where("id", "=", course_id).execute(),
  );
  const START = `mutation ($input: CourseEnrollmentInput!) { courseEnrollment(input: $input) { id } }`;
  await update({ catalogue: { priced_courses_need_assignment: true } });
  const { errors } = await learner.query(START, { input: { course_id } });
  expect(errors![0]!.message).toBe("This course has to be assigned to you.");
  await update({ catalogue: { priced_courses_need_assignment: false } });
  expect(await learner.refusal(START, { input: { course_id } })).toBe(null);
});

test("an operator reads and changes the settings at the address of the instance", async () => {
  const LOGIN = 'mutation { loginUser(email: "super@demo.test", password: "cairn-demo") { token } }';
  const operator = server.withToken((await server.anonymous().data(LOGIN)).loginUser.token);
  const { data, errors } = await update({ general: { currency: "EUR" } }, operator);
  expect(errors).toBeUndefined();
  expect(data["updateInstanceSettings"].general.currency).toBe("EUR");
});

test("of two admins who change the settings at once, the second is refused and overwrites nothing", async () => {
  const { version } = await read();
  const answers = await Promise.all(
    ["First", "Second"].map((name) => admin.query(UPDATE, { version, general: { name } })),
  );
  expect(answers.filter(({ errors }) => errors).map(({ errors }) => errors![0]!.extensions.code)).toEqual(["CONFLICT"]);
  const { general, version: after } = await read();
  expect([["First", "Second"].includes(general.name), after]).toEqual([true, version + 1]);
});

test("the brand is a theme or two colours, applies to the next page, and is refused without branding", async () => {
  const { data } = await update({ brand: { theme: "ocean" } });
  expect(data["updateInstanceSettings"].brand).toMatchObject({ theme: "ocean", primary_color: "#1d4f8c" });
  const { data: own } = await update({
    brand: { theme: "custom", primary_color: "#112233", secondary_color: "#445566" },
  });
  expect(own["updateInstanceSettings"].brand).toMatchObject({ theme: "custom", primary_color: "#112233" });
  const { instanceByUrl } = await server.anonymous().data(`{ instanceByUrl(url: "demo") { primary_color } }`);
  expect(instanceByUrl.primary_color).toBe("#112233");
  const wrong = await update({ brand: { theme: "custom", primary_color: "red", secondary_color: "#445566" } });
  expect(Object.keys(wrong.errors![0]!.extensions.validation as object)).toEqual(["primary_color"]);

  const setBranding = (branding_enabled: boolean) =>
    server.inside("demo", (db, id) =>
      db.updateTable("instances").set({ branding_enabled }).where("id", "=", id).execute(),
    );
  await setBranding(false);
  const refused = await update({ brand: { theme: "plum" } });
  await setBranding(true);
  expect(refused.errors![0]!.extensions.code).toBe("FORBIDDEN");
  expect((await read()).brand.theme).toBe("custom");
});

test("the theme and colours stay when a change of the brand leaves them out", async () => {
  await update({ brand: { theme: "custom", primary_color: "#112233", secondary_color: "#445566" } });
  await update({ brand: { welcome_text: "Hello" } });
  expect((await read()).brand).toMatchObject({
    theme: "custom",
    primary_color: "#112233",
    secondary_color: "#445566",
    welcome_text: "Hello",
  });
  await update({ brand: { theme: null } });
  expect((await read()).brand).toMatchObject({ theme: null, primary_color: null, secondary_color: null });
});

test("settings are the admins' of the whole instance: no other role and no admin of branches reads or changes them", async () => {
  for (const email of ["learner@demo.test", "instructor@demo.test", "manager@demo.test"])
    expect(await (await server.as(email)).refusal(SETTINGS)).toBe("FORBIDDEN");
  const other = await server.as("admin@riverside.test");
  const before = await read();
  expect((await read(other)).general.name).not.toBe(before.general.name);
  await update({ general: { name: "Riverside Rowing" } }, other);
  expect(await read()).toEqual(before);
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test.each(["logo_dark", "icon", "login_picture"])(
  "the picture %s is stored, shown to visitors and removed",
  async (picture) => {
    const document = `mutation ($version: Int!, $brand: BrandSettingsInput, $file: Upload) {
    updateInstanceSettings(version: $version, brand: $brand, ${picture}: $file) { brand { ${picture}_url } } }`;
    const { version } = await read();
    const { data, errors } = await sendFile(server.app, admin, document, { version, file: null }, "file", PNG);
    expect(errors).toBeUndefined();
    const url = data.updateInstanceSettings.brand[`${picture}_url`];
    const shown = `{ instanceByUrl(url: "demo") { ${picture}_url } }`;
    expect((await server.anonymous().data(shown)).instanceByUrl[`${picture}_url`]).toBe(url);
    // The weekly sweep keeps what a brand shows.
    await server.inside("demo", (db, id) => deleteUnused(db, id, -1));
    expect((await server.app.inject({ url, headers: { host: "demo.localhost" } })).statusCode).toBe(200);
    await admin.data(document, { version: version + 1, brand: { [`remove_${picture}`]: true } });
    expect((await server.anonymous().data(shown)).instanceByUrl[`${picture}_url`]).toBeNull();
  },
);

test("the weeks of reports begin on the day that is set", async () => {
  await update({ general: { first_weekday: 7 } });
  const { coursesPage } = await admin.data(`{ coursesPage(search: "", limit: 5) { rows { id } } }`);
  const days: number[] = [];
  for (const { id } of coursesPage.rows) {
    const { courseReport } = await admin.data(
      `query ($id: Int!) { courseReport(courseId: $id) { activityOverTime { weekStart } } }`,
      { id },
    );
    for (const { weekStart } of courseReport.activityOverTime) days.push(new Date(weekStart).getUTCDay());
  }
  expect(days.length).toBeGreaterThan(0);
  expect(new Set(days)).toEqual(new Set([0]));
});

test("sign-in and reminders have limits", async () => {
  const document = `mutation ($version: Int!, $sign_in: SignInSettingsInput, $notifications: NotificationSettingsInput) {
    updateInstanceSettings(version: $version, sign_in: $sign_in, notifications: $notifications) { version } }`;
  const wrong = [
    [{ sign_in: { idle_minutes: 1 } }, "idle_minutes"],
    [{ sign_in: { idle_minutes: 1_000_000 } }, "idle_minutes"],
    [{ sign_in: { remember_days: 0 } }, "remember_days"],
    [{ sign_in: { remember_days: 1_000 } }, "remember_days"],
    [{ sign_in: { second_factor_roles: ["super_admin"] } }, "second_factor_roles"],
    [{ notifications: { due_reminders_before: [-1] } }, "due_reminders_before"],
    [{ notifications: { due_reminders_before: [91] } }, "due_reminders_before"],
    [{ notifications: { due_reminders_after: [0] } }, "due_reminders_after"],
    [{ notifications: { due_reminders_after: Array.from({ length: 60 }, (_, n) => n + 1) } }, "due_reminders_after"],
  ] as const;
  for (const [input, field] of wrong) {
    const { version } = await read();
    const { errors } = await admin.query(document, { version, ...input });
    expect(Object.keys((errors?.[0]?.extensions["validation"] ?? {}) as object)).toEqual([field]);
  }
});
