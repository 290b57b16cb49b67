import type { FastifyInstance } from "fastify";
import { Invalid } from "../../errors.ts";
import type { WithActor } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import { LARGEST_FILE, storeAssignmentFile } from "./assignments.service.ts";
import { t } from "../../i18n/message.ts";

/** Registers POST /api/upload-assignment: the fields courseId and unitId, then the file; answers `{ filePath }`. */
export function assignmentRoutes(app: FastifyInstance, withActor: WithActor, platform: Platform): void {
  app.post("/api/upload-assignment", { config: { isStreamed: true } }, async (request) => {
    const ids: Record<string, number> = {};
    const limits = { files: 1, fields: 4, fieldSize: 100, fileSize: LARGEST_FILE + 1 };
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        ids[part.fieldname] = Number(part.value);
        continue;
      }
      // The file is read as it arrives, so its purpose must be known before.
      const { courseId = 0, unitId = 0 } = ids;
      if (!Number.isSafeInteger(courseId) || !Number.isSafeInteger(unitId) || courseId < 1 || unitId < 1)
        throw new Invalid({ unitId: [t`Send courseId and unitId before the file.`] });
      return storeAssignmentFile(
        platform,
        (work) => withActor(request, work),
        { course_id: courseId, unit_id: unitId },
        { name: part.filename, stream: part.file },
      );
    }
    throw new Invalid({ assignment: [t`Choose a file to upload.`] });
  });
}
