import { signIn, signInByForm } from "../sign-in.ts";
import { expect, startForOne, test } from "../server.ts";

test("a screen that is opened again sends one request for its data, the user and the counts of the frame", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  for (const [email, paths] of [
    ["learner@demo.test", ["/learner/dashboard", "/learner/course-catalog"]],
    ["admin@demo.test", ["/dashboard", "/users", "/reports/users"]],
  ] as const) {
    const page = await (await browser.newContext()).newPage();
    await signIn(page, site, email);
    let sent = 0;
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/graphql") sent++;
    });
    for (const path of paths) {
      await page.goto(site + path);
      await page.waitForLoadState("networkidle");
      sent = 0;
      await page.reload();
      await page.waitForLoadState("networkidle");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect([path, sent]).toEqual([path, 1]);
    }
    await page.context().close();
  }
});

/** With BEGIN and COMMIT and the statement of the page itself. */
const MOST_STATEMENTS = 8;

test("a screen that is opened again sends at most 8 statements to the database", async ({ browser }) => {
  // A server of its own and without jobs: both these and pages that other tests have left open send statements. With one
  // process: another would not remember yet what a screen needs.
  const { site, stop } = await startForOne("demo", { WORKER: "off", PROCESSES: "1" });
  const { port } = new URL(site);
  const count = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return Number(/^database_statements_total (\d+)/m.exec(metrics)![1]);
  };
  try {
    for (const [email, paths] of [
      [
        "learner@demo.test",
        [
          "/learner/dashboard",
          "/learner/courses",
          "/learner/course-catalog",
          "/learner/catalog/course/1",
          "/learner/course/1/unit/1",
        ],
      ],
      ["admin@demo.test", ["/users", "/reports/courses/1", "/reports/users"]],
    ] as const) {
      const page = await (await browser.newContext()).newPage();
      await signIn(page, site, email);
      for (const path of paths) {
        await page.goto(site + path);
        await page.waitForLoadState("networkidle");
        // A page that is left may report what was done on it.
        await page.goto("about:blank");
        let before = Number.NaN;
        await expect(async () => {
          const former = before;
          before = await count();
          expect(before).toBe(former);
        }).toPass({ intervals: [300] });
        await page.goto(site + path);
        await page.waitForLoadState("networkidle");
        const statements = (await count()) - before;
        expect([path, statements <= MOST_STATEMENTS, statements]).toEqual([path, true, statements]);
      }
      await page.context().close();
    }
  } finally {
    await stop();
  }
});

test("a reload leads to the login when the session ended meanwhile, though the device knows the user", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "learner@demo.test");
  await page.evaluate(() =>
    fetch("/api/logout", { method: "POST", headers: { authorization: `Bearer ${localStorage.getItem("token")}` } }),
  );
  await page.goto(`${site}/learner/progress`);
  await expect(page).toHaveURL(/\/login$/);
  await signInByForm(page, "learner@demo.test");
  await expect(page).toHaveURL(/\/learner\/progress$/);
});

test("a page that the browser has is not sent again until its content changes", async ({ page, server }) => {
  await page.goto(`${server.at("demo")}/login`);
  const statuses = await page.evaluate(async () => {
    const open = (path: string, etag: string) => fetch(path, { cache: "no-store", headers: { "if-none-match": etag } });
    const first = await open("/login", "");
    const again = await open("/login", first.headers.get("etag")!);
    // Another page names other scripts.
    const other = await open("/learner/dashboard", first.headers.get("etag")!);
    return [first.status, again.status, other.status];
  });
  expect(statuses).toEqual([200, 304, 200]);
});
