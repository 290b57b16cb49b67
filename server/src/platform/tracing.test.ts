import multipart from "@fastify/multipart";
import Fastify from "fastify";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadConfig } from "../config.ts";
import { graphqlRoute } from "../graphql/route.ts";
import { createWithActor } from "../http.ts";
import { inInstance } from "../access/tenancy.ts";
import { type Collector, type ReceivedSpan, startCollector } from "../testing/otlp.ts";
import { startServer, type TestServer } from "../testing/server.ts";
import { createJobs, type JobHandlers, type JobPayload, migrateJobs } from "./jobs.ts";
import { createLog } from "./log.ts";
import { traceRequests } from "./request-spans.ts";
import { withoutLiterals } from "./statement-text.ts";
import { openTracing } from "./open-tracing.ts";
import type { Tracing } from "./tracing.ts";

const CATEGORIES = "query ANameOfTheCaller { categories { id } }";
const CATEGORY = `mutation ($name: String!) { createCategory(name: $name) { id } }`;

let collector: Collector;
let server: TestServer;
beforeAll(async () => {
  collector = await startCollector();
  server = await startServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "api-key=abc%20def",
    TRUST_PROXY: "10.9.9.9",
  });
});
beforeEach(async () => {
  await received();
  collector.spans.length = 0;
});
afterAll(async () => {
  await server.close();
  await collector.close();
});

/** Waits until the spans so far have arrived. */
async function received(): Promise<ReceivedSpan[]> {
  await server.platform.tracing!.flush();
  return collector.spans;
}
const named = (spans: ReceivedSpan[], name: string | RegExp) =>
  spans.find((span) => (typeof name === "string" ? span.name === name : name.test(span.name)))!;
const listChildren = (spans: ReceivedSpan[], parent: ReceivedSpan) =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
const ask = (headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") =>
  server.app.inject({
    method: "POST",
    url: "/graphql",
    remoteAddress,
    headers: { host: "demo.localhost", ...headers },
    payload: { query: "{ viewer { id instance { name } } }" },
  });

describe("a request", () => {
  test("is a span with its operation below it, and the statements of the operation below that", async () => {
    await (await server.as("admin@demo.test")).data(CATEGORIES);
    const spans = await received();
    const http = named(spans, "POST /graphql");
    expect(http.parentSpanId ?? "").toBe("");
    expect(http.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/graphql",
      "http.response.status_code": 200,
    });
    const operation = listChildren(spans, http).find(({ name }) => name === "query")!;
    expect(operation.attributes).toEqual({ "graphql.operation.type": "query" });
    const statement = named(listChildren(spans, operation), "SELECT categories");
    expect(statement.attributes["db.system.name"]).toBe("postgresql");
    expect(spans.every(({ traceId }) => traceId === http.traceId)).toBe(true);
  });

  test("has the statements of a change below its operation", async () => {
    const admin = await server.as("admin@demo.test");
    await admin.data(CATEGORY, { name: "Traced" });
    const spans = await received();
    const statements = listChildren(spans, named(spans, "mutation"));
    expect(named(statements, "INSERT categories").attributes["db.query.text"]).toMatch(
      /^insert into "categories".*\$1/,
    );
    expect(named(spans, "COMMIT")).toBeDefined();
  });

  test("of the built client has the name of its operation", async () => {
    const app = Fastify();
    await app.register(multipart);
    traceRequests(app, server.platform.tracing);
    const hash = "a".repeat(64);
    graphqlRoute(app, createWithActor(server.platform, { accepts: "keys", isPublic: true }), {
      trusted: new Map([[hash, CATEGORIES]]),
      acceptsTexts: true,
      tracing: server.platform.tracing,
    });
    const { token } = await server.as("admin@demo.test");
    const headers = { host: "demo.localhost", authorization: `Bearer ${token}` };
    await app.inject({ method: "POST", url: "/graphql", headers, payload: { documentId: hash } });
    await app.close();
    const spans = await received();
    const operation = named(spans, "query ANameOfTheCaller");
    expect(listChildren(spans, named(spans, "POST /graphql"))).toContain(operation);
    expect(listChildren(spans, operation).map(({ name }) => name)).toContain("SELECT categories");
  });

  test("that fails is marked with its status, and never with the message of the error", async () => {
    const app = Fastify();
    traceRequests(app, server.platform.tracing);
    app.get("/fails", async () => {
      await server.platform.tracing!.run({ name: "part", kind: "internal" }, async () => {
        throw new Error("a-private-message");
      });
    });
    await app.inject("/fails");
    await app.close();
    const spans = await received();
    expect(named(spans, "GET /fails")).toMatchObject({ attributes: { "error.type": "500" }, status: { code: 2 } });
    expect(named(spans, "part")).toMatchObject({ attributes: { "error.type": "Error" }, status: { code: 2 } });
    expect(JSON.stringify(spans)).not.toContain("a-private-message");
  });

  test("goes on with the trace of a trusted proxy, and not with one that anybody sent", async () => {
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    const forwarded = { traceparent, "x-forwarded-for": "203.0.113.5" };
    await ask(forwarded, "10.9.9.9");
    expect(named(await received(), "POST /graphql")).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331" });
    collector.spans.length = 0;
    await ask(forwarded);
    await ask({ traceparent });
    await ask({ traceparent }, "10.9.9.9");
    const roots = (await received()).filter(({ name }) => name === "POST /graphql");
    expect(roots.map((span) => [span.traceId === traceId, span.parentSpanId ?? ""])).toEqual(
      Array(3).fill([false, ""]),
    );
  });
});

test("mails and files are spans of the work that they are part of", async () => {
  const { tracing, mailer, files } = server.platform;
  await tracing!.runApart({ name: "work", kind: "internal" }, undefined, async () => {
    await mailer.send({ to: "private@example.org", subject: "Private", text: "Private", html: "" });
    await files.remove("1/ab/" + "ab".repeat(20));
  });
  const spans = await received();
  expect(listChildren(spans, named(spans, "work")).map(({ name }) => name)).toEqual(["send mail", "storage remove"]);
  expect(JSON.stringify(spans)).not.toMatch(/private|abab/i);
});

type Payload = JobPayload & { text: string };
interface TracedJobs {
  "traced.write": Payload;
}

test("a job is a span below the request that enqueued it, and its statements are below the job", async () => {
  const { tracing, database, log } = server.platform;
  const owner = new pg.Pool({ ...server.connection, user: "postgres", max: 1 });
  await migrateJobs(owner, ["traced.write"]);
  await owner.end();
  const app = { ...server.connection, user: "cairn_app" };
  const jobs = createJobs<TracedJobs>(app, log, { tracing });
  const seen: unknown[] = [];
  const instanceId = await server.inside("demo", async (_, id) => id);
  const handlers: JobHandlers<TracedJobs> = {
    "traced.write": async (payload) => {
      await inInstance(database, instanceId, (db) => db.selectFrom("groups").select("id").execute());
      seen.push(payload);
    },
  };
  await jobs.start(handlers);
  const payload = { instanceId, actorId: null, text: "a-private-text" };
  await tracing!.runApart({ name: "request", kind: "server" }, undefined, () =>
    inInstance(database, instanceId, (db) => jobs.enqueue(db, "traced.write", payload)),
  );
  await expect.poll(() => seen, { timeout: 30_000 }).toEqual([payload]);
  await jobs.stop();
  const spans = await received();
  const job = named(spans, "job traced.write");
  const enqueuing = spans.find(({ spanId }) => spanId === job.parentSpanId)!;
  expect([job.traceId, enqueuing.name]).toEqual([enqueuing.traceId, "request"]);
  expect(listChildren(spans, job).map(({ name }) => name)).toContain("SELECT groups");
  expect(JSON.stringify(spans)).not.toContain("a-private-text");
});

test("spans hold no tokens, names, addresses, values or texts of callers", async () => {
  const admin = await server.as("admin@demo.test");
  await admin.data(CATEGORY, { name: "a-private-value" });
  await admin.data(`query a_private_name { viewer { a_private_alias: can } }`);
  await admin.query(
    `mutation { loginUser(email: "a-private-mail@demo.test", password: "a-private-password") { token } }`,
  );
  await server.app.inject({
    method: "GET",
    url: "/calendar/a-private-code.ics?key=a-private-key",
    headers: { host: "demo.localhost", cookie: "a-private-cookie=1", "user-agent": "a-private-agent" },
  });
  await server.content.inject({ method: "GET", url: "/scorm/a-private-token/index.html", headers: { host: "x" } });
  expect((await received()).length).toBeGreaterThan(10);
  const sent = collector.bodies.join("\n");
  expect(sent).not.toContain(admin.token);
  expect(sent).not.toMatch(/a.private|@demo|127\.0\.0\.1|demo\.localhost/);
  expect(collector.headers[0]).toMatchObject({ "api-key": "abc def" });
});

test("statements lose everything that could be a value", () => {
  expect(
    withoutLiterals(
      "SELECT 'it''s', 12.5, a1, $1 FROM \"t\" -- don't\n WHERE b = 'secret' /* 'x */ AND c = $tag$ y $tag$",
    ),
  ).toBe(`SELECT ?, ?, a1, $1 FROM "t" WHERE b = ? AND c = ?`);
});

test("lines of the log carry the ids of the trace and of the request", async () => {
  const lines: string[] = [];
  const tracing = server.platform.tracing!;
  const log = createLog("info", () => tracing.getIds(), { write: (line) => void lines.push(line) });
  log.info("outside");
  const span = tracing.openRequest({ name: "GET /", kind: "server" }, "request-7", undefined);
  await span.run(async () => log.info("inside"));
  span.end(200);
  const [outside, inside] = lines.map((line) => JSON.parse(line) as object);
  expect(outside).not.toHaveProperty("trace_id");
  expect(inside).toMatchObject({ trace_id: span.traceId, reqId: "request-7" });
});

describe("sampling", () => {
  const record = async (settings: Record<string, string>): Promise<number> => {
    const config = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings });
    const tracing: Tracing = (await openTracing(config, server.platform.log))!;
    for (let at = 0; at < 200; at++)
      await tracing.runApart({ name: "sampled", kind: "internal" }, undefined, async () =>
        tracing.runStatement("SELECT 1", async () => {}),
      );
    await tracing.close();
    return collector.spans.filter(({ name }) => name === "sampled").length;
  };

  test("records no trace with the share 0", async () => {
    expect(await record({ OTEL_TRACES_SAMPLER_ARG: "0" })).toBe(0);
    expect(collector.spans).toEqual([]);
  });

  test("records every trace with always_on", async () => {
    expect(await record({ OTEL_TRACES_SAMPLER: "always_on", OTEL_TRACES_SAMPLER_ARG: "0" })).toBe(200);
  });
});

describe("a collector that", () => {
  const send = async (url: string) => {
    const log: string[] = [];
    const keep = (_: object, message: string) => void log.push(message);
    const config = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
    const tracing = (await openTracing(config, { info: keep, warn: keep, error: keep }))!;
    const work = () => tracing.runApart({ name: "work", kind: "internal" }, undefined, async () => "done");
    return { tracing, work, log };
  };

  test("refuses spans is named in the log once, until it takes them again", async () => {
    let status = 400;
    const failing = await startCollector(() => status);
    const { tracing, work, log } = await send(failing.url);
    for (let at = 0; at < 3; at++) {
      expect(await work()).toBe("done");
      await tracing.flush();
    }
    expect(log).toEqual(["Traces cannot be sent: the spans are dropped"]);
    status = 200;
    await work();
    await tracing.flush();
    expect(log).toEqual(["Traces cannot be sent: the spans are dropped", "Traces can be sent again"]);
    await tracing.close();
    await failing.close();
  });

  test("cannot be reached does not stop work", async () => {
    const away = await startCollector();
    await away.close();
    const { tracing, work } = await send(away.url);
    for (let at = 0; at < 1_000; at++) expect(await work()).toBe("done");
    await tracing.close();
  });

  test("does not answer does not delay work, and what waits for it is limited", async () => {
    const released = Promise.withResolvers<number>();
    const silent = await startCollector(() => released.promise);
    const { tracing, work } = await send(silent.url);
    for (let at = 0; at < 10_000; at++) expect(await work()).toBe("done");
    released.resolve(200);
    await tracing.close();
    // A batch that is being sent, and the queue.
    expect(silent.spans.length).toBe(512 + 2_048);
    await silent.close();
  });
});
