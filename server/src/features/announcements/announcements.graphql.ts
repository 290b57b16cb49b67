import { builder } from "../../graphql/builder.ts";
import { CoursePeopleFilter } from "../enrolments/course-people.graphql.ts";
import { UserFilterInput } from "../users/matching.graphql.ts";
import * as announcements from "./announcements.service.ts";

type Skipped = Awaited<ReturnType<announcements.Announcement["skipped"]>>[number];

const SkippedPerson = builder.objectRef<Skipped>("SkippedPerson").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    reason: t.exposeString("reason", { description: "inactive, or no_mail: they get no mails." }),
  }),
});

const Announcement = builder.objectRef<announcements.Announcement>("Announcement").implement({
  description: "A message that the caller sent to many people.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    subject: t.exposeString("subject"),
    total: t.exposeInt("total"),
    sent: t.exposeInt("sent"),
    inactive: t.exposeInt("inactive", { description: "How many did not get it because their account is inactive." }),
    no_mail: t.exposeInt("no_mail", { description: "How many did not get it because they get no mails." }),
    is_done: t.exposeBoolean("is_done"),
    skipped: t.field({
      type: [SkippedPerson],
      description: "Who did not get it: the first hundred.",
      resolve: ({ skipped }) => skipped(),
    }),
  }),
});

const ReceivedAnnouncement = builder
  .objectRef<Awaited<ReturnType<typeof announcements.readReceived>>>("ReceivedAnnouncement")
  .implement({
    description: "A message that the caller got.",
    fields: (t) => ({
      id: t.exposeInt("id"),
      subject: t.exposeString("subject"),
      body: t.exposeString("body", { description: "Plain text." }),
      sender: t.exposeString("sender", { nullable: true, description: "Who sent it; null when they are gone." }),
      created_at: t.exposeString("created_at"),
    }),
  });

const AnnouncementInput = builder.inputType("AnnouncementInput", {
  fields: (t) => ({
    request_key: t.string({
      required: true,
      description: "Made up by the client, 8 to 64 characters: a request that is repeated with it sends nothing again.",
    }),
    subject: t.string({ required: true }),
    body: t.string({ required: true, description: "Plain text." }),
    by_mail: t.boolean({ required: true }),
    in_product: t.boolean({ required: true }),
  }),
});

builder.queryFields((t) => ({
  announcement: t.field({
    type: Announcement,
    description: "How far a message of the caller is.",
    args: { id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { id, branchUrl }, { actor }) => announcements.readAnnouncement(actor, id, branchUrl),
  }),
  receivedAnnouncement: t.field({
    type: ReceivedAnnouncement,
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => announcements.readReceived(actor, id),
  }),
}));

builder.mutationField("sendAnnouncement", (t) =>
  t.field({
    type: Announcement,
    description: "Sends a message to users of the list, or to people of a course. A job sends it.",
    args: {
      input: t.arg({ type: AnnouncementInput, required: true }),
      users: t.arg({ type: UserFilterInput }),
      course_id: t.arg.int(),
      course_people: t.arg({ type: CoursePeopleFilter, description: "With course_id." }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { input, users, course_id, course_people, branchUrl }, { actor }) =>
      announcements.sendAnnouncement(
        actor,
        input,
        { users, course: course_id == null ? null : { course_id, ...course_people } },
        branchUrl,
      ),
  }),
);
