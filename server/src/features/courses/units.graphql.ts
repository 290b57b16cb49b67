import { builder } from "../../graphql/builder.ts";
import { embedAddress } from "../embeds/embeds.service.ts";
import { signedAddress, signedAddressOrNull } from "../files/files.service.ts";
import { QuestionOption, QuestionPair, QuestionRule } from "../questions/question-types.graphql.ts";
import type { LearnerQuestion, LearnerUnit } from "../learning/learning.service.ts";
import { type ScormPackage as PackageFields, scormPackageOf, typenameOf, UNIT_TYPES } from "./courses.service.ts";

const TestQuestion = builder.objectRef<LearnerQuestion>("TestQuestion").implement({
  description:
    "A question; the answer key is in it for authors only (options in random order, no rules, for everybody else).",
  fields: (t) => ({
    id: t.exposeInt("id"),
    question: t.exposeString("question"),
    type: t.exposeString("type"),
    unit_order: t.exposeInt("unit_order", { description: "The position within its unit, from 1." }),
    required_points: t.exposeInt("required_points", { nullable: true }),
    multiple: t.exposeBoolean("multiple", {
      description: "Whether several options may be ticked (several are right) or one.",
    }),
    options: t.field({ type: [QuestionOption], resolve: (question) => question.options }),
    pairs: t.field({ type: [QuestionPair], resolve: (question) => question.pairs }),
    rules: t.field({ type: [QuestionRule], resolve: (question) => question.rules }),
  }),
});

const Unit = builder.interfaceRef<LearnerUnit>("Unit").implement({
  resolveType: (unit) => typenameOf(unit.type as Parameters<typeof typenameOf>[0]),
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.string({ nullable: true, resolve: (unit) => unit.title || null }),
    type: t.exposeString("type", { description: "The label of the menu." }),
    unit_order: t.exposeInt("unit_order"),
    completion_option: t.exposeString("completion_option", { nullable: true }),
    time_limit: t.exposeInt("time_limit", { nullable: true, description: "Seconds." }),
    is_complete: t.exposeBoolean("is_complete", { description: "The viewer's own." }),
    time_spent: t.exposeInt("time_spent", { description: "The viewer's own, in seconds by the server's clock." }),
    tests: t.field({ type: [TestQuestion], resolve: (unit) => unit.tests }),
  }),
});

const Sco = builder.objectRef<PackageFields["scos"][number]>("Sco").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title", { nullable: true }),
    uuid: t.exposeString("uuid"),
    entry_url: t.exposeString("entry_url", { nullable: true }),
  }),
});

const ScormPackage = builder.objectRef<PackageFields>("ScormPackage").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title", { nullable: true }),
    kind: t.exposeString("kind", { description: "scorm_1_2, scorm_2004, xapi or cmi5." }),
    version: t.exposeString("version", { nullable: true }),
    state: t.exposeString("state", { description: "unpacking or ready." }),
    files: t.exposeInt("files"),
    files_done: t.exposeInt("files_done"),
    entry_url: t.exposeString("entry_url", { nullable: true }),
    uuid: t.exposeString("uuid"),
    scos: t.field({ type: [Sco], resolve: (item) => item.scos }),
  }),
});

const QuestionDraw = builder.objectRef<LearnerUnit["draws"][number]>("QuestionDraw").implement({
  fields: (t) => ({
    category: t.exposeString("category"),
    count: t.exposeInt("count", { nullable: true, description: "So many at random; null: all of the category." }),
  }),
});

const Captions = builder.objectRef<LearnerUnit["captions"][number]>("Captions").implement({
  description: "The words of a film in one language, as WebVTT.",
  fields: (t) => ({
    language: t.exposeString("language"),
    file_name: t.exposeString("file_name"),
    file_path: t.string({ resolve: ({ file_key }, _, { actor }) => signedAddress(actor.platform.secret, file_key) }),
  }),
});

/** The unit's own file under the name its type gives it. */
const fileFieldOf: Record<string, string> = {
  Video: "video_path",
  AudioUnit: "audio_path",
  DocumentUnit: "file_path",
  ScormUnitType: "scorm_path",
};

function implementUnit(typename: string) {
  return builder.objectRef<LearnerUnit>(typename).implement({
    interfaces: [Unit],
    fields: (t) => ({
      ...(typename === "TestUnitType" || typename === "DocumentUnit" || typename === "ScormUnitType"
        ? {}
        : { content: t.exposeString("content", { nullable: true, description: "A Quill Delta as JSON text." }) }),
      ...(typename === "DocumentUnit"
        ? {
            description: t.exposeString("content", { nullable: true }),
            file_type: t.exposeString("file_type", {
              nullable: true,
              description: "The media type found in the content.",
            }),
            pdf_path: t.string({
              nullable: true,
              description: "An office document as PDF, where this server can make one and has.",
              resolve: (unit, _, { actor }) => signedAddressOrNull(actor.platform.secret, unit.pdf_key),
            }),
          }
        : {}),
      ...(typename === "Video"
        ? {
            youtube_link: t.exposeString("youtube_link", { nullable: true }),
            captions: t.expose("captions", { type: [Captions] }),
          }
        : {}),
      ...(typename === "TestUnitType"
        ? {
            draws: t.expose("draws", {
              type: [QuestionDraw],
              description: "What it draws from the question bank for each attempt, after its own questions.",
            }),
          }
        : {}),
      ...(typename === "iFrameUnitType"
        ? {
            url: t.exposeString("url", { nullable: true }),
            embed_url: t.string({
              nullable: true,
              description:
                "Where the page is shown from: https as it is, others through the proxy; null when it cannot be.",
              resolve: (unit, _, { actor }) => embedAddress(actor, unit.url),
            }),
          }
        : {}),
      ...(typename === "ScormUnitType"
        ? {
            scorm_id: t.exposeInt("scorm_id", { nullable: true }),
            scorm: t.field({
              type: ScormPackage,
              nullable: true,
              resolve: (unit, _, { actor }) => scormPackageOf(actor, unit.scorm_id),
            }),
          }
        : {}),
      ...(fileFieldOf[typename]
        ? {
            file_name: t.exposeString("file_name", { nullable: true, description: "As it was uploaded." }),
            [fileFieldOf[typename]]: t.string({
              nullable: true,
              resolve: (unit, _, { actor }) => signedAddressOrNull(actor.platform.secret, unit.file_key),
            }),
          }
        : {}),
    }),
  });
}

const objects = UNIT_TYPES.map(({ label, list, typename }) => ({ label, list, object: implementUnit(typename) }));

interface HasUnits {
  units: () => Promise<LearnerUnit[]>;
}

/** The fields contents, videos, … of a course: its units by type, each in the order of the course. */
export function unitLists(
  t: Parameters<Parameters<typeof builder.objectFields<ReturnType<typeof builder.objectRef<HasUnits>>>>[1]>[0],
) {
  return Object.fromEntries(
    objects.map(({ label, list, object }) => [
      list,
      t.field({
        type: [object],
        resolve: async ({ units }: HasUnits) => (await units()).filter((unit) => unit.type === label),
      }),
    ]),
  );
}
