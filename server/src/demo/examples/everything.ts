import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { saveCourse } from "../../features/courses/authoring.service.ts";
import { type RunAsActor, storeUpload } from "../../features/files/files.service.ts";
import { storePackage, unpackPackage } from "../../features/scorm/packages.service.ts";
import * as texts from "../courses/working-safely.ts";
import { demoPackage } from "../package.ts";

import { drawAlarms, drawPlan } from "./media.ts";
import type { DemoPlace } from "./place.ts";

/** A page that the product serves itself, so that the demo needs no other site. */
const MAP = "/samples/meeting-point.html";

/** The assignment of the course with all types of units. */
export interface AssignmentPlace {
  course_id: number;
  unit_id: number;
}

/** Creates the course with each type of unit. Its package is unpacked here, so that the demo starts complete. */
export async function saveEverythingCourse({ platform, instanceId, as, inside }: DemoPlace): Promise<AssignmentPlace> {
  const { category: categoryName, ...fields } = texts.everythingCourse;
  const id = await as("instructor@demo.test", async (run) => {
    const upload = (kind: "video" | "audio" | "presentation" | "resource", name: string, stream: Readable) =>
      storeUpload(platform, run, kind, { name, stream }).then(({ url }) => url);
    const film = createReadStream(new URL("../media/the-first-minute.webm", import.meta.url));
    const plan = await drawPlan();
    const files = {
      video: await upload("video", "the-first-minute.webm", film),
      audio: await upload("audio", "two-alarms.wav", Readable.from([drawAlarms()])),
      plan: await upload("presentation", "ways-out.pdf", Readable.from([plan])),
      print: await upload("resource", "ways-out.pdf", Readable.from([plan])),
      scorm: await uploadPackage(run),
    };
    const category = await inside((db) =>
      db
        .selectFrom("categories")
        .select("id")
        .where("instance_id", "=", instanceId)
        .where("name", "=", categoryName)
        .executeTakeFirstOrThrow(),
    );
    const units = [
      { type: "Content", title: "Before your first shift", content: texts.introduction },
      { type: "Video", title: "The first minute", content: texts.filmText, file: files.video },
      { type: "Audio", title: "Two alarms", content: texts.alarmText, file: files.audio },
      { type: "Presentation", title: "Ways out", content: texts.planText, file: files.plan },
      { type: "iFrame", title: "Where we meet", content: texts.mapText, url: MAP },
      { type: "Scorm", title: "Which extinguisher?", content: texts.packageText, file: files.scorm },
      {
        type: "Assignment",
        title: "Walk your own way out",
        content: texts.assignmentText,
        completion_option: "instructor-accepts",
      },
      {
        type: "Test",
        title: "Safety check",
        questions: texts.check,
        pass_mark: 70,
        partial_credit: true,
        attempts_allowed: 3,
        time_limit: 900,
        questions_per_page: 3,
        counting_attempt: "best",
        shuffles_options: true,
        review: "after_attempt",
        shows_answers: true,
      },
      { type: "Survey", title: "Your opinion", survey_questions: texts.opinions, is_anonymous: true },
      {
        type: "Test",
        title: "A near miss",
        questions: texts.nearMiss,
        pass_mark: 60,
        attempts_allowed: 3,
        review: "after_attempt",
      },
    ] as const;
    const saved = await run((actor) =>
      saveCourse(actor, null, {
        ...fields,
        categories: [category.id],
        resources: [{ name: "Ways out (to print)", file_path: files.print, is_downloadable: true }],
        units: units.map((unit, index) => ({ questions: [], ...unit, unit_order: index + 1 })),
        status: "published",
      }),
    );
    return saved.id;
  });
  const unit = await inside((db) =>
    db
      .selectFrom("units")
      .select("id")
      .where("instance_id", "=", instanceId)
      .where("course_id", "=", id)
      .where("type", "=", "Assignment")
      .executeTakeFirstOrThrow(),
  );
  return { course_id: id, unit_id: unit.id };

  async function uploadPackage(run: RunAsActor): Promise<string> {
    const stream = Readable.from([demoPackage()]);
    const { url, scorm } = await storePackage(platform, run, { name: "which-extinguisher.zip", stream });
    await unpackPackage(platform, { instanceId, packageId: scorm.id });
    return url;
  }
}
