import { builder } from "../../graphql/builder.ts";
import * as notifications from "./notifications.service.ts";

const Notification = builder.objectRef<notifications.Notifications["rows"][number]>("Notification").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    kind: t.exposeString("kind", {
      description:
        "enrolled, submission_received, submission_accepted, submission_returned, essay_waiting, essays_marked, certificate_issued, begun_again, path_assigned, course_closing, course_due, course_overdue, due_digest, certificate_expiring, badge_awarded, export_ready, registration_waiting, domain_lost, announcement or automation_message",
    }),
    course_id: t.int({ nullable: true, resolve: (row) => row.course_id ?? null }),
    path_id: t.int({ nullable: true, resolve: (row) => row.path_id ?? null }),
    course_title: t.string({ nullable: true, resolve: (row) => row.course_title ?? null }),
    unit_id: t.int({ nullable: true, resolve: (row) => row.unit_id ?? null }),
    unit_title: t.string({ nullable: true, resolve: (row) => row.unit_title ?? null }),
    user_name: t.string({
      nullable: true,
      description: "Who handed work in.",
      resolve: (row) => row.user_name ?? null,
    }),
    domain: t.string({
      nullable: true,
      description: "A host name of the organisation.",
      resolve: (row) => row.domain ?? null,
    }),
    announcement_id: t.int({
      nullable: true,
      description: "A message of staff: see receivedAnnouncement.",
      resolve: (row) => row.announcement_id ?? null,
    }),
    subject: t.string({
      nullable: true,
      description: "The subject of a message of staff, or the name of a badge.",
      resolve: (row) => row.subject ?? null,
    }),
    submission_id: t.int({ nullable: true, resolve: (row) => row.submission_id ?? null }),
    unit_order: t.int({
      nullable: true,
      description: "The current position of the unit in the course.",
      resolve: (row) => row.unit_order,
    }),
    on: t.string({
      nullable: true,
      description: "The day a reminder is about, ISO 8601.",
      resolve: (row) => row.on ?? null,
    }),
    overdue: t.int({
      nullable: true,
      description: "In a digest: how many enrolments are overdue.",
      resolve: (row) => row.overdue ?? null,
    }),
    due_soon: t.int({
      nullable: true,
      description: "In a digest: how many enrolments are due within a week.",
      resolve: (row) => row.due_soon ?? null,
    }),
    text: t.exposeString("text", {
      nullable: true,
      description: "The organisation's own text in the language of the request; null for the product's.",
    }),
    is_read: t.exposeBoolean("is_read"),
    created_at: t.exposeString("created_at"),
  }),
});

const Notifications = builder.objectRef<notifications.Notifications>("Notifications").implement({
  fields: (t) => ({
    unread: t.exposeInt("unread"),
    rows: t.expose("rows", { type: [Notification] }),
  }),
});

builder.queryField("notifications", (t) =>
  t.field({
    type: Notifications,
    description: "One's own, the latest first.",
    args: { limit: t.arg.int(), offset: t.arg.int() },
    resolve: (_, options, { actor }) => notifications.listNotifications(actor, options),
  }),
);

builder.mutationField("markNotificationsRead", (t) =>
  t.int({
    description: "Marks those named, or all, as read; how many are unread then.",
    args: { ids: t.arg.intList() },
    resolve: (_, { ids }, { actor }) => notifications.markRead(actor, ids),
  }),
);
