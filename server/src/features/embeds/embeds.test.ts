import type { FastifyInstance } from "fastify";
import { createServer, get, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { createContentApp } from "../../content.ts";
import { startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($title: String!, $iframe: [IframeUnitInput!]) {
  createCourse(title: $title, description: "x", status: "published", iframe: $iframe) { id } }`;
const COURSE = `query ($id: Int!) { course(id: $id) { iframes { url embed_url } } }`;

let server: TestServer;
let content: FastifyInstance;
let elsewhere: Server;
let page: string;
beforeAll(async () => {
  server = await startServer();
  content = await createContentApp(server.platform);
  elsewhere = createServer((request, response) => {
    if (request.url === "/program") response.setHeader("content-type", "application/javascript").end("alert(1)");
    else if (request.url === "/gone") response.writeHead(404).end();
    else
      response
        .setHeader("content-type", "text/html; charset=utf-8")
        .end("<!doctype html><html><head><title>É</title></head><body><a href='next.html'>Next</a></body></html>");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => elsewhere.once("listening", resolve));
  page = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(async () => {
  elsewhere.close();
  await content.close();
  await server.close();
});

/** Returns the address that a learner gets for an embedded page. */
async function embedded(url: string): Promise<string | null> {
  const author = await server.as("instructor@demo.test");
  const iframe = [{ unit_order: 1, title: "A page", url }];
  const { id } = (await author.data(CREATE, { title: `Embeds ${url}`, iframe })).createCourse;
  const learner = await server.as("learner@demo.test");
  await learner.data(`mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`, { id });
  return (await learner.data(COURSE, { id })).course.iframes[0].embed_url;
}

const show = (address: string, host = new URL(address).host) =>
  content.inject({ method: "GET", url: address.slice(new URL(address).origin.length), headers: { host } });

test.each(["http://10.0.0.5/handbook", "http://[::1]:8080/", "http://169.254.169.254/latest"])(
  "refuses to save a course with the page %s, which only a private network has",
  async (url) => {
    const author = await server.as("instructor@demo.test");
    const iframe = [{ unit_order: 1, title: "A page", url }];
    const { errors } = await author.query(CREATE, { title: "Private", iframe });
    expect(errors?.[0]?.extensions.validation).toEqual({
      "units.0.url": [expect.stringMatching(/^Learners cannot open this page/)],
    });
    await author.data(CREATE, {
      title: "In the browser",
      iframe: [{ ...iframe[0], url: url.replace("http:", "https:") }],
    });
  },
);

test("shows a safe page from its own address", async () => {
  expect(await embedded("https://example.org/page")).toBe("https://example.org/page");
});

test("shows an unsafe page from the content host in a sandbox and keeps its links", async () => {
  const address = (await embedded(`${page}/lesson/one.html`))!;
  expect(new URL(address).host).toBe("content.demo.localhost");
  const shown = await show(address);
  expect(shown.statusCode).toBe(200);
  expect(shown.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(shown.headers["content-security-policy"]).toBe(
    "sandbox allow-scripts allow-forms allow-popups; frame-ancestors demo.localhost:* *.demo.localhost:*",
  );
  expect(shown.headers["set-cookie"]).toBeUndefined();
  expect(shown.body).toContain(`<head><base href="${page}/lesson/one.html"><title>É</title>`);
});

test("shows nothing for an address not signed for this instance and time", async () => {
  const address = (await embedded(`${page}/mine.html`))!;
  const forged = new URL(address);
  forged.searchParams.set("url", `${page}/other.html`);
  expect((await show(forged.href)).statusCode).toBe(404);
  expect((await show(address, "content.riverside.localhost")).statusCode).toBe(404);
  expect((await show(address, "p-1.content.demo.localhost")).statusCode).toBe(404);
  expect((await show(address, "demo.localhost")).statusCode).toBe(404);
  expect((await show(`http://content.demo.localhost/api/proxy?url=${encodeURIComponent(page)}`)).statusCode).toBe(404);
});

test("shows an error page for a page that cannot be shown", async () => {
  for (const [path, words] of [
    ["program", "not a page that can be shown"],
    ["gone", "returned an error (404)"],
  ]) {
    const shown = await show((await embedded(`${page}/${path}`))!);
    expect(shown.statusCode).toBe(502);
    expect(shown.body).toContain(words);
  }
});

test("serves no application route on the content host and no content route on the application", async () => {
  const app = await createApp(server.platform, content);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const ask = (host: string, path: string) =>
    new Promise<number>((resolve, reject) => {
      get({ host: "127.0.0.1", port, path, headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      }).on("error", reject);
    });
  for (const path of ["/", "/graphql", "/api/user", "/healthz", "/login", "/metrics"])
    expect([path, await ask(`content.demo.localhost:${port}`, path)]).toEqual([path, 404]);
  expect(await ask(`demo.localhost:${port}`, "/healthz")).toBe(200);
  expect(await ask(`demo.localhost:${port}`, "/api/proxy?url=x")).toBe(404);
  await app.close();
});

test("allows the application to frame the content hosts", async () => {
  const answer = await server.app.inject({ url: "/healthz", headers: { host: "demo.localhost" } });
  expect(answer.headers["content-security-policy"]).toContain("frame-src 'self' https: http://*.localhost:*");
});
