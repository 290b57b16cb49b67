import { expect, test } from "../server.ts";

test("the page of the client is compressed at every address of a screen, and other addresses are not found", async ({
  request,
  server,
}) => {
  const { port, host } = new URL(server.at("demo"));
  const site = `http://127.0.0.1:${port}`;
  for (const path of ["/", "/login", "/learner/course/1"]) {
    const page = await request.get(site + path, { headers: { host, "accept-encoding": "br" } });
    expect([path, page.status(), page.headers()["content-encoding"]]).toEqual([path, 200, "br"]);
    expect(await page.text()).toContain('id="cairn-boot"');
  }
  for (const path of ["/api/nothing", "/assets/nothing.js", "/nothing.php"]) {
    const answer = await request.get(site + path, { headers: { host } });
    expect([path, answer.status()]).toEqual([path, 404]);
    expect((await answer.json()).error).toBe("Not found.");
  }
  expect((await request.post(`${site}/login`, { headers: { host } })).status()).toBe(404);
});
