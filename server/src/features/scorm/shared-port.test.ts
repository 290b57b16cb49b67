import { afterAll, expect, test } from "vitest";
import { scormPackage } from "../../testing/packages.ts";
import { openPlayer, scormCourse } from "../../testing/scorm.ts";
import { startServer } from "../../testing/server.ts";

const server = await startServer({ SINGLE_INSTANCE: "demo", PORT: "3000" });
afterAll(() => server.close());
const [author, learner] = [
  await server.as("instructor@demo.test", "localhost:3000"),
  await server.as("learner@demo.test", "localhost:3000"),
];

const PAGES = [
  { name: "plain.html", data: "<!doctype html><title>Plain</title>" },
  { name: "headed.html", data: '<html><head lang="en"><script src="a.js"></script></head></html>' },
  { name: "wide.html", data: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("<head>", "utf16le")]) },
  { name: "a.js", data: "1" },
];

test("runs packages that share a port in a sandbox with an opaque origin and their own run-time", async () => {
  const { courseId, units } = await scormCourse(server, author, learner, scormPackage({ files: PAGES }));
  const { launchScorm } = await learner.data(
    "mutation ($course: Int!, $unit: Int!) { launchScorm(course_id: $course, unit_id: $unit) { url } }",
    { course: courseId, unit: units[0]!.id },
  );
  expect(new URL(launchScorm.url).origin).toBe("http://localhost:3001");
  const player = openPlayer(server, launchScorm.url);
  expect((await player.state()).isSandboxed).toBe(true);

  const [plain, headed, wide, script] = [
    await player.get("files/plain.html"),
    await player.get("files/headed.html"),
    await player.get("files/wide.html"),
    await player.get("files/a.js"),
  ];
  for (const page of [plain, headed, wide]) {
    expect(page.headers["content-security-policy"]).toMatch(/^sandbox allow-scripts /);
    expect(page.headers["content-security-policy"]).not.toMatch(/same-origin|escape-sandbox|top-navigation/);
  }
  expect(script.headers["access-control-allow-origin"]).toBe("*");
  // The player's own page keeps its origin: it is not content.
  expect((await player.get("")).headers["content-security-policy"]).toMatch(/^sandbox .*allow-same-origin/);

  const runtime = await server.content.inject({ url: "/player/runtime.js", headers: { host: player.host } });
  if (runtime.statusCode === 404) return;
  expect(plain.body).toMatch(/^<!doctype html><script src="\/player\/runtime\.js\?v=\w{16}"><\/script><title>/);
  expect(headed.body).toMatch(
    /^<html><head lang="en"><script src="\/player\/runtime\.js\?v=\w{16}"><\/script><script src="a\.js">/,
  );
  expect(wide.rawPayload).toEqual(PAGES[2]!.data);
});

test("serves packages with their own origin unchanged", async () => {
  const other = await startServer();
  const [writer, reader] = [await other.as("instructor@demo.test"), await other.as("learner@demo.test")];
  const { courseId, units } = await scormCourse(other, writer, reader, scormPackage({ files: PAGES }));
  const { launchScorm } = await reader.data(
    "mutation ($course: Int!, $unit: Int!) { launchScorm(course_id: $course, unit_id: $unit) { url } }",
    { course: courseId, unit: units[0]!.id },
  );
  const player = openPlayer(other, launchScorm.url);
  expect((await player.state()).isSandboxed).toBe(false);
  const page = await player.get("files/headed.html");
  expect(page.body).toBe(PAGES[1]!.data);
  expect(page.headers["access-control-allow-origin"]).toBeUndefined();
  await other.close();
});
