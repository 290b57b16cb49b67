import { builder } from "../../graphql/builder.ts";
import { DueInput } from "../due-dates/due.graphql.ts";
import { CoursePeopleFilter } from "./course-people.graphql.ts";
import * as undo from "./due-undo.service.ts";

const FormerDueDate = builder.objectRef<undo.DueDateOfPerson>("FormerDueDate").implement({
  fields: (t) => ({
    user_id: t.exposeInt("user_id"),
    due_on: t.exposeString("due_on", { nullable: true, description: "yyyy-mm-dd" }),
    is_by_hand: t.exposeBoolean("is_by_hand", { description: "Staff had set it; no rule changed it." }),
  }),
});

const ChangedDueDates = builder.objectRef<undo.DueDateOfPerson[]>("ChangedDueDates").implement({
  fields: (t) => ({
    count: t.int({ resolve: (former) => former.length }),
    former: t.field({
      type: [FormerDueDate],
      description: "For restoreDueDates.",
      resolve: (former) => former,
    }),
  }),
});

const FormerDueDateInput = builder.inputType("FormerDueDateInput", {
  fields: (t) => ({
    user_id: t.int({ required: true }),
    due_on: t.string({ description: "yyyy-mm-dd" }),
    is_by_hand: t.boolean({ required: true }),
  }),
});

builder.mutationFields((t) => ({
  changeDueDates: t.field({
    type: ChangedDueDates,
    description: "Sets due dates as setDueDate does, and answers with those that people had before.",
    args: {
      course_id: t.arg.int({ required: true }),
      people: t.arg({ type: CoursePeopleFilter, required: true }),
      due: t.arg({ type: DueInput, description: "Days count from each enrolment." }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { course_id, people: filter, due, branchUrl }, { actor }) =>
      undo.changeDueDates(actor, course_id, { filter, due: due ?? null }, branchUrl),
  }),
  restoreDueDates: t.int({
    description: "Takes back what changeDueDates did, for people who are still enrolled. Tells for how many.",
    args: {
      course_id: t.arg.int({ required: true }),
      dates: t.arg({ type: [FormerDueDateInput], required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { course_id, dates, branchUrl }, { actor }) =>
      undo.restoreDueDates(
        actor,
        course_id,
        dates.map((each) => ({ ...each, due_on: each.due_on ?? null })),
        branchUrl,
      ),
  }),
}));
