import type { FastifyInstance } from "fastify";
import { findInstanceId } from "../../access/session.ts";
import { toVisit } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import { writeCalendar } from "./calendar.service.ts";

/** Registers the calendar of due dates for calendar programs, which know nothing but its secret address. */
export function calendarRoutes(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { file: string } }>("/calendar/:file", async (request, reply) => {
    const { instanceLabel, origin, address } = toVisit(request, platform);
    const instanceId = instanceLabel === null ? null : await findInstanceId(platform.database, instanceLabel);
    const secret = request.params.file.replace(/\.ics$/, "");
    return reply
      .header("cache-control", "private, no-store")
      .header("referrer-policy", "no-referrer")
      .type("text/calendar; charset=utf-8")
      .send(await writeCalendar(platform, { instanceId, secret, origin, address }));
  });
}
