import type { Platform } from "../../platform/platform.ts";
import { addAutomations } from "./automations.ts";
import { addBadges } from "./badges.ts";
import { addCertificateTemplates } from "./certificate-templates.ts";
import { insertDomain } from "./domains.ts";
import { saveEverythingCourse } from "./everything.ts";
import { insertCertificates } from "./history.ts";
import { addPaths } from "./paths.ts";
import { openPlace } from "./place.ts";
import { addSurveyAnswers } from "./surveys.ts";
import { addEssays, addTestAttempts } from "./tests.ts";
import { addApiKey, addBank, addCovers, addStatements, addSubmissions, deleteSome, requestReports } from "./work.ts";

/**
 * Adds an example for every screen to the demo instance that `buildWorld` created: a course with all types of units, a
 * question bank, submissions, attempts at tests, answers to a survey, statements, an API key, certificates, a domain, learning paths,
 * automations, badges, a template of certificates, schedules, exports and deleted things.
 */
export async function addExamples(platform: Platform): Promise<void> {
  const place = await openPlace(platform);
  const unitOfAssignment = await saveEverythingCourse(place);
  await addCovers(place);
  await addBank(place);
  await place.inside((db) => insertCertificates(db, place.instanceId));
  await place.inside((db) => insertDomain(db, place.instanceId));
  await addPaths(place);
  await addAutomations(place);
  await addBadges(place);
  await addCertificateTemplates(place);
  await addSubmissions(place, unitOfAssignment);
  await addTestAttempts(place, unitOfAssignment);
  await addEssays(place, unitOfAssignment);
  await addSurveyAnswers(place, unitOfAssignment);
  await addStatements(place);
  await addApiKey(place);
  await requestReports(place);
  await deleteSome(place);
  // Nothing that happened before the start is mailed.
  await place.inside((db) =>
    db
      .updateTable("notifications")
      .set({ mailed_at: new Date() })
      .where("instance_id", "=", place.instanceId)
      .execute(),
  );
}
