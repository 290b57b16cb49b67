import { builder } from "../../graphql/builder.ts";
import { OpenedUnit } from "../courses/units.graphql.ts";
import { CompletedUnit } from "./learning.graphql.ts";
import * as work from "./work.service.ts";

const RecordedAnswer = builder.objectRef<work.RecordedAnswer>("RecordedAnswer").implement({
  fields: (t) => ({
    question_id: t.exposeInt("question_id"),
    response: t.exposeString("response", {
      nullable: true,
      description: "The same JSON object that was sent, with isCorrect decided by the server; null when it is refused.",
    }),
    problem: t.string({
      nullable: true,
      description: "Why the answer was not stored.",
      resolve: ({ problem }, _, { actor }) => {
        const { message, validation } = problem?.in(actor.visit.language) ?? {};
        return Object.values(validation ?? {})[0]?.[0] ?? message ?? null;
      },
    }),
  }),
});

const RecordedWork = builder.objectRef<work.RecordedWork>("RecordedWork").implement({
  fields: (t) => ({
    time_spent: t.exposeInt("time_spent", { description: "The unit's seconds by the server's clock." }),
    answers: t.expose("answers", { type: [RecordedAnswer] }),
    completion: t.expose("completion", { type: CompletedUnit, nullable: true }),
    refusal: t.string({
      nullable: true,
      description: "Why the unit was not completed.",
      resolve: ({ refusal }, _, { actor }) => refusal?.in(actor.visit.language).message ?? null,
    }),
    unit: t.field({
      type: OpenedUnit,
      nullable: true,
      description:
        "Another unit of the course, which the player shows after the next one; null when it cannot be read, which undoes nothing.",
      args: { id: t.arg.int({ required: true }) },
      resolve: ({ readUnit }, { id }) => readUnit(id),
    }),
  }),
});

export const GivenAnswerInput = builder.inputType("GivenAnswerInput", {
  fields: (t) => ({
    question_id: t.int({ required: true }),
    response: t.string({ required: true, description: "JSON text." }),
  }),
});

const WorkInput = builder.inputType("WorkInput", {
  fields: (t) => ({
    course_id: t.int({ required: true }),
    unit_id: t.int({ required: true }),
    unit_type: t.string({ required: true }),
    time_spent: t.int({ required: true, description: "The seconds in the unit in total." }),
    answers: t.field({ type: [GivenAnswerInput], description: "In the order in which they were given." }),
    completes: t.boolean({ description: "Whether the unit is to be completed." }),
    opens: t.int({ description: "The unit that the learner opens next; its clock starts once this one is complete." }),
  }),
});

builder.mutationFields((t) => ({
  recordWork: t.field({
    type: RecordedWork,
    description:
      "Stores what a learner did in one unit: time, answers and completion at once. A refused answer or completion does not undo the rest.",
    args: { input: t.arg({ type: WorkInput, required: true }), branchUrl: t.arg.string() },
    resolve: (_, { input: { answers, completes, opens, ...input }, branchUrl }, { actor }) =>
      work.recordWork(
        actor,
        { ...input, answers: answers ?? [], completes: completes ?? false, opens: opens ?? null },
        branchUrl,
      ),
  }),
}));
