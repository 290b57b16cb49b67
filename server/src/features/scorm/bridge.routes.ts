import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Actor } from "../../access/actor.ts";
import { LONGEST_ANSWER } from "./cmi-answers.ts";
import * as runtime from "./runtime.service.ts";

/** Runs a call as whoever sent it; `launchId` is the session of a launch token, null where somebody is signed in. */
export type BridgeDoor = <T>(
  request: FastifyRequest,
  work: (actor: Actor, launchId: number | null) => Promise<T>,
) => Promise<T>;

// A SCO's whole state: suspend_data alone may have 64,000 characters, of up to four bytes, an answer 130,000.
const MOST_BYTES = 2 * 1024 * 1024;

/** What the database cannot keep, content may say all the same. */
const storable = (given: string) => given.replaceAll("\0", "").toWellFormed();
const key = z.string().max(1_000).transform(storable);
const text = z.coerce.string().max(LONGEST_ANSWER).transform(storable);
const noted = z.string().max(10_000).transform(storable).nullable();
const value = z.object({ key, value: text, sequence: z.int().positive().optional() });
const context = z.object({ scoUuid: z.uuid(), scormId: z.coerce.number().int().positive() });
const setValue = context.extend({ key, value: text });
const withValues = context.extend({ values: z.array(value).max(10_000).optional(), suspended: z.boolean().optional() });
const objective = z.strictObject({
  satisfied: z.boolean().optional(),
  measure: z.number().min(-1).max(1).optional(),
  raw: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  completed: z.boolean().optional(),
  progress: z.number().min(0).max(1).optional(),
});
const sequencing = context.extend({
  state: z.string().max(1_500_000).transform(storable).nullable(),
  completion: z.enum(["unknown", "incomplete", "completed"]),
  success: z.enum(["unknown", "passed", "failed"]),
  measure: z.number().min(-1).max(1).nullable(),
  shared: z
    .object({
      objectives: z.record(z.string(), objective),
      data: z.record(z.string(), z.string().max(64_000).transform(storable)),
    })
    .optional(),
});
const calls = context.extend({
  calls: z
    .array(
      z.object({
        called_at: z.iso.datetime(),
        call: z.string().max(50).transform(storable),
        element: noted,
        value: noted,
        result: noted,
        error_code: z.int().min(0).max(1000),
      }),
    )
    .max(500),
});

/**
 * The bridge between content and server (specification, SCORM runtime bridge): the same five calls for whoever is signed in, and
 * for the player page with its launch token. Each is answered with `true`, or with 4xx and the reason.
 */
export function bridgeRoutes(app: FastifyInstance, door: BridgeDoor): void {
  const post = <Body>(
    path: string,
    form: z.ZodType<Body, unknown>,
    work: (actor: Actor, call: runtime.CallContext, body: Body) => Promise<unknown>,
  ) =>
    app.post(path, { bodyLimit: MOST_BYTES }, async (request, reply) => {
      await door(request, (actor, launchId) => {
        const body = form.parse(request.body);
        return work(actor, callOf(request, body as Named, launchId), body);
      });
      return asTrue(reply);
    });

  post("/api/scorm/initialize", context, (actor, call) => runtime.initialize(actor, call));
  post("/api/scorm/set-value", setValue, (actor, call, body) => runtime.setValue(actor, call, body));
  post("/api/scorm/commit", withValues, (actor, call, body) => runtime.commit(actor, call, body.values));
  post("/api/scorm/finish", withValues, (actor, call, { values, suspended }) =>
    runtime.finish(actor, call, { values: values ?? [], suspended: suspended ?? false }),
  );
  app.get("/api/scorm/get-value", async (request) => {
    const found = await door(request, (actor, launchId) => {
      const query = context.extend({ key }).parse(request.query);
      return runtime.getValue(actor, callOf(request, query, launchId), query.key);
    });
    return { value: found };
  });

  post("/api/scorm/sequencing", sequencing, (actor, call, body) => runtime.keepSequencing(actor, call, body));
  post("/api/scorm/calls", calls, (actor, call, body) =>
    runtime.record(
      actor,
      call,
      body.calls.map((each) => ({ ...each, called_at: new Date(each.called_at) })),
    ),
  );
}

type Named = z.output<typeof context>;

function callOf(request: FastifyRequest, { scoUuid, scormId }: Named, launchId: number | null): runtime.CallContext {
  const sequence = Number(request.headers["x-scorm-sequence"]);
  return { scoUuid, scormId, launchId, sequence: Number.isSafeInteger(sequence) && sequence > 0 ? sequence : null };
}

function asTrue(reply: FastifyReply): FastifyReply {
  return reply.type("application/json; charset=utf-8").send("true");
}
