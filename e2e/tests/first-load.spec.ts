import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

test("loads the learner's dashboard with an empty cache in few requests and bytes, its data in the first call", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const first = await browser.newContext();
  await signIn(await first.newPage(), site, "learner@demo.test");
  const context = await browser.newContext({ storageState: await first.storageState() });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const urls = new Map<string, string>();
  const sizes = new Map<string, number>();
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => urls.set(requestId, request.url));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await devtools.send("Network.enable");

  await page.goto(`${site}/learner/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const requests = [...urls].filter(([, url]) => !url.endsWith("/icon.svg"));
  const paths = requests.map(([, url]) => new URL(url).pathname);
  expect(paths.filter((path) => path === "/graphql")).toHaveLength(1);
  // Pictures depend on what other tests have uploaded, such as a logo.
  const own = paths.filter((path) => !path.startsWith("/files/"));
  expect(own.length, own.join("\n")).toBeLessThanOrEqual(12);
  expect(requests.reduce((sum, [id]) => sum + (sizes.get(id) ?? 0), 0)).toBeLessThanOrEqual(260_000);
});
