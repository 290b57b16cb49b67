import { builder } from "../../graphql/builder.ts";
import * as schedules from "./schedules.service.ts";

type ScheduledPersonRow = schedules.Schedule["people"][number];

const ReportReader = builder.objectRef<{ id: number; name: string }>("ReportReader").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name") }),
});

const ScheduledPerson = builder.objectRef<ScheduledPersonRow>("ScheduledPerson").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    outcome: t.exposeString("outcome", {
      nullable: true,
      description:
        "Of the last sending: sent; made (as an export); no_right (may no longer read reports); gone (its subject); failed (will be retried).",
    }),
    outcome_at: t.exposeString("outcome_at", { nullable: true }),
  }),
});

const ReportSchedule = builder.objectRef<schedules.Schedule>("ReportSchedule").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    kind: t.exposeString("kind", { description: "users, courses, course-users, …" }),
    course_id: t.exposeInt("course_id", { nullable: true }),
    branchUrls: t.exposeStringList("branchUrls"),
    group_ids: t.exposeIntList("group_ids"),
    category_id: t.exposeInt("category_id", { nullable: true }),
    every: t.exposeString("every", { description: "week or month" }),
    day: t.exposeInt("day", { description: "1 is Monday; of a month, 31 is its last day" }),
    hour: t.exposeInt("hour", { description: "in the time zone of the instance" }),
    is_paused: t.exposeBoolean("is_paused"),
    next_at: t.exposeString("next_at", { nullable: true }),
    last_sent_at: t.exposeString("last_sent_at", { nullable: true }),
    people: t.expose("people", { type: [ScheduledPerson] }),
  }),
});

const ReportScheduleInput = builder.inputType("ReportScheduleInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    kind: t.string({ required: true }),
    course_id: t.int(),
    branchUrls: t.stringList(),
    group_ids: t.intList(),
    category_id: t.int(),
    every: t.string({ required: true }),
    day: t.int({ required: true }),
    hour: t.int({ required: true }),
    user_ids: t.intList({
      required: true,
      description: "The recipients; each gets what they may read when it is sent.",
    }),
  }),
});

builder.queryFields((t) => ({
  reportSchedules: t.field({
    type: [ReportSchedule],
    description: "The reports that are mailed weekly or monthly.",
    resolve: (_, __, { actor }) => schedules.listSchedules(actor),
  }),
  reportReaders: t.field({
    type: [ReportReader],
    description: "The people to whom reports can be mailed.",
    resolve: (_, __, { actor }) => schedules.listReaders(actor),
  }),
}));

builder.mutationFields((t) => ({
  createReportSchedule: t.field({
    type: ReportSchedule,
    args: { input: t.arg({ type: ReportScheduleInput, required: true }) },
    resolve: (_, { input }, { actor }) => schedules.saveSchedule(actor, input, null),
  }),
  editReportSchedule: t.field({
    type: ReportSchedule,
    args: { id: t.arg.int({ required: true }), input: t.arg({ type: ReportScheduleInput, required: true }) },
    resolve: (_, { id, input }, { actor }) => schedules.saveSchedule(actor, input, id),
  }),
  pauseReportSchedule: t.field({
    type: ReportSchedule,
    args: { id: t.arg.int({ required: true }), is_paused: t.arg.boolean({ required: true }) },
    resolve: (_, { id, is_paused }, { actor }) => schedules.pauseSchedule(actor, id, is_paused),
  }),
  deleteReportSchedule: t.field({
    type: "Boolean",
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_, { id }, { actor }) => {
      await schedules.deleteSchedule(actor, id);
      return true;
    },
  }),
  sendReportSchedule: t.field({
    type: "Int",
    description: "Sends the report now, besides its schedule; returns the number of people.",
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => schedules.sendNow(actor, id),
  }),
}));
