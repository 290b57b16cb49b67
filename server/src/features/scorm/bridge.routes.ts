import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Actor } from "../../access/actor.ts";
import { LONGEST_ANSWER } from "./cmi-answers.ts";
import { toStorable } from "./cmi-values.ts";
import * as runtime from "./runtime.service.ts";

/** Runs a call as its sender; `launchId` is the session of a launch token, null for a signed-in user. */
export type WithBridgeActor = <T>(
  request: FastifyRequest,
  work: (actor: Actor, launchId: number | null) => Promise<T>,
) => Promise<T>;

// A SCO's whole state: suspend_data alone may have 64,000 characters of up to four bytes, an answer 130,000.
const MOST_BYTES = 2 * 1024 * 1024;

const key = z.string().max(1_000).transform(toStorable);
const text = z.coerce.string().max(LONGEST_ANSWER).transform(toStorable);
// Each value is checked by itself: one that is too long must not reject the others.
const anyText = z.coerce.string().transform(toStorable);
const noted = z.string().max(10_000).transform(toStorable).nullable();
const number = z.int().positive().optional();
const value = z.object({ key: anyText, value: anyText, sequence: number, isWhole: z.boolean().optional() });
const context = z.object({ scoUuid: z.uuid(), scormId: z.coerce.number().int().positive() });
const initialization = context.extend({ resumes: z.boolean().optional() });
const setValue = context.extend({ key, value: text, isWhole: z.boolean().optional() });
const objective = z.strictObject({
  satisfied: z.boolean().optional(),
  measure: z.number().min(-1).max(1).optional(),
  raw: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  completed: z.boolean().optional(),
  progress: z.number().min(0).max(1).optional(),
});
const report = z.object({
  state: z.string().max(1_500_000).transform(toStorable).nullable(),
  completion: z.enum(["unknown", "incomplete", "completed"]),
  success: z.enum(["unknown", "passed", "failed"]),
  measure: z.number().min(-1).max(1).nullable(),
  shared: z
    .object({
      objectives: z.record(z.string(), objective),
      data: z.record(z.string(), z.string().max(64_000).transform(toStorable)),
    })
    .optional(),
});
const sequencing = context.extend(report.shape);
const withValues = context.extend({
  values: z.array(value).max(10_000).optional(),
  suspended: z.boolean().optional(),
  /** The final request of a page that closes, with everything not yet sent. */
  isLeaving: z.boolean().optional(),
  initialize: number,
  resumes: z.boolean().optional(),
  finish: number,
  sequencing: report.extend({ sequence: number }).optional(),
});
const rejected = context.extend({
  values: z.array(z.object({ key: anyText, value: anyText, called_at: z.iso.datetime() })).max(10_000),
});
const calls = context.extend({
  calls: z
    .array(
      z.object({
        called_at: z.iso.datetime(),
        call: z.string().max(50).transform(toStorable),
        element: noted,
        value: noted,
        result: noted,
        error_code: z.int().min(0).max(1000),
      }),
    )
    .max(500),
});

/**
 * Serves the bridge between content and server (specification, SCORM runtime bridge): the same five calls for signed-in users
 * and for the player page with its launch token. Each answers `true`, or 4xx with the reason.
 */
export function bridgeRoutes(app: FastifyInstance, withActor: WithBridgeActor): void {
  const post = <Body>(
    path: string,
    form: z.ZodType<Body, unknown>,
    work: (actor: Actor, call: runtime.CallContext, body: Body) => Promise<unknown>,
  ) =>
    app.post(path, { bodyLimit: MOST_BYTES }, async (request, reply) => {
      await withActor(request, (actor, launchId) => {
        const body = form.parse(request.body);
        return work(actor, toCallContext(request, body as Named, launchId), body);
      });
      return asTrue(reply);
    });

  post("/api/scorm/initialize", initialization, (actor, call, { resumes }) =>
    runtime.initialize(actor, call, { resumes: resumes ?? false }),
  );
  post("/api/scorm/set-value", setValue, (actor, call, body) => runtime.setValue(actor, call, body));
  post("/api/scorm/commit", withValues, (actor, call, body) =>
    body.isLeaving ? runtime.leave(actor, call, body) : runtime.commit(actor, call, body.values),
  );
  post("/api/scorm/finish", withValues, (actor, call, body) =>
    body.isLeaving
      ? runtime.leave(actor, call, body)
      : runtime.finish(actor, call, { values: body.values ?? [], suspended: body.suspended ?? false }),
  );
  app.get("/api/scorm/get-value", async (request) => {
    const found = await withActor(request, (actor, launchId) => {
      const query = context.extend({ key }).parse(request.query);
      return runtime.getValue(actor, toCallContext(request, query, launchId), query.key);
    });
    return { value: found };
  });

  post("/api/scorm/sequencing", sequencing, (actor, call, body) => runtime.keepSequencing(actor, call, body));
  post("/api/scorm/rejected", rejected, (actor, call, body) =>
    runtime.recordRejected(
      actor,
      call,
      body.values.map((each) => ({ ...each, called_at: new Date(each.called_at) })),
    ),
  );
  post("/api/scorm/calls", calls, (actor, call, body) =>
    runtime.record(
      actor,
      call,
      body.calls.map((each) => ({ ...each, called_at: new Date(each.called_at) })),
    ),
  );
}

type Named = z.output<typeof context>;

function toCallContext(
  request: FastifyRequest,
  { scoUuid, scormId }: Named,
  launchId: number | null,
): runtime.CallContext {
  const sequence = Number(request.headers["x-scorm-sequence"]);
  return { scoUuid, scormId, launchId, sequence: Number.isSafeInteger(sequence) && sequence > 0 ? sequence : null };
}

function asTrue(reply: FastifyReply): FastifyReply {
  return reply.type("application/json; charset=utf-8").send("true");
}
