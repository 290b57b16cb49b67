import { afterAll, expect, test } from "vitest";
import { scormPackage } from "../../testing/packages.ts";
import { openPlayer, scormCourse } from "../../testing/scorm.ts";
import { startServer } from "../../testing/server.ts";

const LAUNCH = "mutation ($course: Int!, $unit: Int!) { launchScorm(course_id: $course, unit_id: $unit) { url } }";

interface Mode {
  settings: Record<string, string>;
  site: string;
  framedBy: string;
}

test.each<Mode>([
  {
    settings: { BASE_DOMAIN: "learn.example", CONTENT_DOMAIN: "packages.example" },
    site: "demo.learn.example",
    framedBy: "demo.learn.example:* *.demo.learn.example:*",
  },
  {
    settings: { SINGLE_INSTANCE: "demo", PUBLIC_URL: "http://learn.example", CONTENT_DOMAIN: "packages.example" },
    site: "learn.example",
    framedBy: "http://learn.example",
  },
])("serves packages at CONTENT_DOMAIN with $settings, each at its own origin", async ({ settings, site, framedBy }) => {
  const server = await startServer(settings);
  afterAll(() => server.close());
  const [author, learner] = [await server.as("instructor@demo.test", site), await server.as("learner@demo.test", site)];
  const { courseId, units } = await scormCourse(server, author, learner, scormPackage());
  const { launchScorm } = await learner.data(LAUNCH, { course: courseId, unit: units[0]!.id });
  const player = openPlayer(server, launchScorm.url);
  expect(player.host).toBe(`p-${units[0]!.scorm_id}-${units[0]!.id}.content.demo.packages.example`);
  expect((await player.state()).isSandboxed).toBe(false);
  const page = await player.get("files/one.html");
  expect(page.statusCode).toBe(200);
  expect(page.headers["content-security-policy"]).toMatch(/^sandbox .*allow-same-origin/);
  expect(page.headers["content-security-policy"]).toContain(`frame-ancestors 'self' ${framedBy}`);
  expect(
    (await player.get("files/one.html", {}, `p-${units[0]!.scorm_id}-${units[0]!.id}.content.demo.learn.example`))
      .statusCode,
  ).toBe(404);
  const { headers } = await server.app.inject({ url: "/", headers: { host: site } });
  expect(headers["content-security-policy"]).toContain("frame-src 'self' https: http://*.packages.example:*");
});
