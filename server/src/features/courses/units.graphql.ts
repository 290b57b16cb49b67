import { builder } from "../../graphql/builder.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import {
  AcceptedAnswer,
  QuestionMedia,
  QuestionOption,
  QuestionPair,
  QuestionRule,
  RubricCriterion,
} from "../questions/question-types.graphql.ts";
import type { LearnerQuestion, LearnerUnit, OpenedUnit as Opened, OutlineUnit } from "../learning/units.service.ts";
import { UnitResponse } from "./course-parts.graphql.ts";
import { getUnitType, type OwnFieldName, UNIT_TYPE_NAMES, type UnitType } from "./units/unit-types.ts";
import { UNIT_APIS } from "./units/unit-types.graphql.ts";

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
    accepted: t.field({
      type: [AcceptedAnswer],
      description: "The accepted numbers or short texts; empty for everybody but authors.",
      resolve: (question) => question.accepted,
    }),
    matches_case: t.exposeBoolean("matches_case", { nullable: true }),
    points: t.exposeInt("points", { description: "What it is worth in the score." }),
    feedback: t.exposeString("feedback", { nullable: true, description: "Null for everybody but authors." }),
    media: t.field({ type: [QuestionMedia], resolve: ({ media }) => media ?? [] }),
    rubric: t.field({
      type: [RubricCriterion],
      description: "Of an essay; empty for everybody but authors.",
      resolve: ({ rubric }) => rubric ?? [],
    }),
    min_words: t.int({
      nullable: true,
      description: "How many words an essay should have at least.",
      resolve: ({ min_words }) => min_words ?? null,
    }),
    max_words: t.int({
      nullable: true,
      description: "How many words an essay should have at most.",
      resolve: ({ max_words }) => max_words ?? null,
    }),
    marker_note: t.string({
      nullable: true,
      description: "What markers of an essay should know; null for everybody but authors.",
      resolve: ({ marker_note }) => marker_note ?? null,
    }),
  }),
});

export const CourseUnit = builder.objectRef<OutlineUnit>("CourseUnit").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.string({ nullable: true, resolve: (unit) => unit.title || null }),
    type: t.exposeString("type"),
    typename: t.string({
      description: "The name of its object type, such as AudioUnit.",
      resolve: ({ type }) => getUnitType(type as UnitType).typename,
    }),
    unit_order: t.exposeInt("unit_order"),
    is_complete: t.exposeBoolean("is_complete"),
    time_limit: t.int({
      nullable: true,
      description: "Seconds that the unit takes at least.",
      // That of a test is the longest time for an attempt.
      resolve: ({ type, time_limit }) => (type === "Test" ? null : time_limit),
    }),
    time_spent: t.exposeInt("time_spent", { description: "The viewer's own seconds in it." }),
    has_questions: t.exposeBoolean("has_questions"),
  }),
});

const Unit = builder.interfaceRef<LearnerUnit>("Unit").implement({
  resolveType: (unit) => getUnitType(unit.type as UnitType).typename,
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.string({ nullable: true, resolve: (unit) => unit.title || null }),
    type: t.exposeString("type", { description: "The label of the menu." }),
    unit_order: t.exposeInt("unit_order"),
    completion_option: t.exposeString("completion_option", { nullable: true }),
    time_limit: t.exposeInt("time_limit", {
      nullable: true,
      description: "Seconds that it takes at least; of a test, those that an attempt takes at most.",
    }),
    is_complete: t.exposeBoolean("is_complete", { description: "The viewer's own." }),
    time_spent: t.exposeInt("time_spent", { description: "The viewer's own, in seconds by the server's clock." }),
    tests: t.field({ type: [TestQuestion], resolve: (unit) => unit.tests }),
  }),
});

type PlainField = Exclude<OwnFieldName, "captions" | "draws" | "survey_questions">;

function implementUnit(type: UnitType) {
  const { typename, file, fields, contentOutput } = getUnitType(type);
  const plain = Object.entries(fields).flatMap(([name, { api }]) => (api ? [{ name: name as PlainField, api }] : []));
  return builder.objectRef<LearnerUnit>(typename).implement({
    interfaces: [Unit],
    fields: (t) => ({
      ...(contentOutput && {
        [contentOutput]: t.exposeString("content", { nullable: true, description: "A Quill Delta as JSON text." }),
      }),
      ...Object.fromEntries(
        plain.map(({ name, api }) => [name, t.field({ type: api, nullable: true, resolve: (unit) => unit[name] })]),
      ),
      ...UNIT_APIS[type]?.output?.(t),
      ...(file && {
        file_name: t.exposeString("file_name", { nullable: true, description: "As it was uploaded." }),
        [file.output]: t.string({
          nullable: true,
          resolve: (unit, _, { actor }) => signedAddressOrNull(actor.platform.secret, unit.file_key),
        }),
      }),
    }),
  });
}

const objects = UNIT_TYPE_NAMES.map((type) => ({ type, list: getUnitType(type).list, object: implementUnit(type) }));

export const OpenedUnit = builder.objectRef<Opened>("OpenedUnit");

OpenedUnit.implement({
  description: "One unit as the player shows it.",
  fields: (t) => ({
    unit: t.expose("unit", { type: Unit }),
    responses: t.expose("responses", { type: [UnitResponse], description: "The viewer's own in this unit." }),
    is_started: t.exposeBoolean("is_started", {
      description: "Whether its clock was started, which needs a course that the viewer may work in now.",
    }),
    next: t.field({
      type: OpenedUnit,
      nullable: true,
      description: "The unit after it, so that the player can show it at once.",
      resolve: ({ next }) => next(),
    }),
  }),
});

interface HasUnits {
  units: () => Promise<LearnerUnit[]>;
}

/** Creates the fields contents, videos, … of a course: its units by type, each in the order of the course. */
export function createUnitLists(
  t: Parameters<Parameters<typeof builder.objectFields<ReturnType<typeof builder.objectRef<HasUnits>>>>[1]>[0],
) {
  return Object.fromEntries(
    objects.map(({ type, list, object }) => [
      list,
      t.field({
        type: [object],
        resolve: async ({ units }: HasUnits) => (await units()).filter((unit) => unit.type === type),
      }),
    ]),
  );
}
