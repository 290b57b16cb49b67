import { builder } from "../../graphql/builder.ts";
import { CoursePeopleFilter } from "./course-people.graphql.ts";
import { completeForPeople, type Marked } from "./course-people.service.ts";
import { takeBackCompletion } from "./completion-undo.service.ts";

const MarkedComplete = builder.objectRef<Marked>("MarkedComplete").implement({
  fields: (t) => ({
    count: t.int({
      description: "For how many people it was not complete before.",
      resolve: ({ user_ids }) => user_ids.length,
    }),
    user_ids: t.exposeIntList("user_ids", { description: "For takeBackCompletion, also the next." }),
    at: t.exposeString("at"),
  }),
});

builder.mutationFields((t) => ({
  markCourseComplete: t.field({
    type: MarkedComplete,
    description: "Marks the course as complete as completeCourseForPeople does, and answers for whom.",
    args: {
      course_id: t.arg.int({ required: true }),
      people: t.arg({ type: CoursePeopleFilter, required: true }),
      reason: t.arg.string({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { course_id, people: filter, reason, branchUrl }, { actor }) =>
      completeForPeople(actor, course_id, { filter, reason }, branchUrl),
  }),
  takeBackCompletion: t.int({
    description:
      "Takes back what the caller's markCourseComplete did, except for people who have completed the course themselves since, or have a certificate of it. Tells for how many.",
    args: {
      course_id: t.arg.int({ required: true }),
      user_ids: t.arg.intList({ required: true }),
      at: t.arg.string({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { course_id, branchUrl, ...marked }, { actor }) =>
      takeBackCompletion(actor, course_id, marked, branchUrl),
  }),
}));
