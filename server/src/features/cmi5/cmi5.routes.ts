import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { type WithActor, toVisit } from "../../http.ts";
import { Invalid } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import * as admin from "./admin.service.ts";
import { BROKEN, fetchToken } from "./fetch.service.ts";
import { LAUNCH_MODES } from "./vocabulary.ts";
import { t } from "../../i18n/message.ts";

const number = z.coerce.number().int().min(0).max(2_147_483_647);
const uuid = z.uuid();
const account = z.object({ homePage: z.url().max(500), name: z.string().trim().min(1).max(500) });
const registration = z.object({
  actor: z.object({ objectType: z.literal("Agent").optional(), account }),
  registration: uuid.optional(),
});
const launch = registration.extend({
  launchMode: z.enum(LAUNCH_MODES).optional(),
  returnURL: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
});
const waiver = z.object({ reason: z.string() });

/** The course and the index of its AU. */
type Place = { id: string; index: string };

/** Serves the fetch URL of launched AUs (cmi5 8.2) and the API for other systems: docs/cmi5-api.md. */
export function cmi5Routes(app: FastifyInstance, withActor: WithActor, platform: Platform): void {
  fetchRoute(app, platform);

  // A course is the body itself, of any length and type: its content decides.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_, body, done) => done(null, body));
    scope.post("/api/cmi5/courses", { config: { isStreamed: true } }, async (request, reply) => {
      if (!request.body) throw new Invalid({ course: [t`Send a course: a zip, or a course structure in XML.`] });
      const isXml = /xml/i.test(request.headers["content-type"] ?? "");
      const file = { name: isXml ? "cmi5.xml" : "course.zip", stream: request.raw };
      const course = await admin.importCourse(platform, (work) => withActor(request, work), file);
      return reply.code(201).send(course);
    });
  });

  app.get<{ Params: { id: string } }>("/api/cmi5/courses/:id", (request) =>
    withActor(request, (actor) => admin.getCourse(actor, number.parse(request.params.id))),
  );
  app.delete<{ Params: { id: string } }>("/api/cmi5/courses/:id", async (request, reply) => {
    await withActor(request, (actor) => admin.deleteCourse(actor, number.parse(request.params.id)));
    return reply.code(204).send();
  });
  app.post<{ Params: { id: string } }>("/api/cmi5/courses/:id/registrations", async (request, reply) => {
    const made = await withActor(request, (actor) =>
      admin.register(actor, number.parse(request.params.id), registration.parse(request.body)),
    );
    return reply.code(201).send(made);
  });
  app.post<{ Params: Place }>("/api/cmi5/courses/:id/launch-url/:index", (request) => {
    const { id, index } = request.params;
    return withActor(request, (actor) =>
      admin.launchFor(actor, number.parse(id), number.parse(index), launch.parse(request.body)),
    );
  });
  app.get<{ Params: { id: string } }>("/api/cmi5/registrations/:id", (request) =>
    withActor(request, (actor) => admin.getRegistration(actor, uuid.parse(request.params.id))),
  );
  app.post<{ Params: Place }>("/api/cmi5/registrations/:id/waive/:index", async (request, reply) => {
    const { id, index } = request.params;
    await withActor(request, (actor) =>
      admin.waiveAu(actor, uuid.parse(id), number.parse(index), waiver.parse(request.body).reason),
    );
    return reply.code(204).send();
  });
  app.post<{ Params: { id: string } }>("/api/cmi5/sessions/:id/abandon", async (request, reply) => {
    await withActor(request, (actor) => admin.abandonSession(actor, uuid.parse(request.params.id)));
    return reply.code(204).send();
  });
}

/** Serves the fetch URL. Pages of other origins call it without cookies. An error is also an answer (8.2.2). */
function fetchRoute(app: FastifyInstance, platform: Platform): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 10_000 }, (_, body, done) => done(null, body));
    scope.all<{ Params: { token: string } }>(
      "/api/cmi5/fetch/:token",
      { config: { isPublic: true } },
      async (request, reply) => {
        reply.headers({
          "Access-Control-Allow-Origin": "*",
          "Cross-Origin-Resource-Policy": "cross-origin",
          "Cache-Control": "no-store",
        });
        if (request.method === "OPTIONS")
          return reply
            .headers({
              "Access-Control-Allow-Methods": "POST",
              "Access-Control-Allow-Headers": "Content-Type, Authorization",
            })
            .code(204)
            .send();
        if (request.method !== "POST")
          return reply
            .code(405)
            .header("Allow", "POST")
            .send({ error: t`Use POST.` });
        const { instanceLabel } = toVisit(request, platform);
        const answer = await fetchToken(platform, instanceLabel, request.params.token).catch((error: unknown) => {
          request.log.error({ err: error }, "a session of cmi5 could not be opened");
          return BROKEN;
        });
        return reply.type("application/json").send(JSON.stringify(answer));
      },
    );
  });
}
