import { builder } from "../../graphql/builder.ts";
import { pageArguments } from "../../graphql/page.ts";
import * as certified from "./certified.service.ts";

type Page = Awaited<ReturnType<typeof certified.getPageOfCertified>>;

const CertifiedPerson = builder.objectRef<Page["rows"][number]>("CertifiedPerson").implement({
  description: "A learner's latest completion of a course or learning path, and how long it counts.",
  fields: (t) => ({
    user_id: t.exposeInt("user_id"),
    user_name: t.exposeString("user_name"),
    email: t.exposeString("email"),
    course_id: t.exposeInt("course_id", { nullable: true, description: "Null for a learning path." }),
    path_id: t.exposeInt("path_id", { nullable: true, description: "Null for a course." }),
    course_title: t.exposeString("course_title", { description: "Of the course or learning path." }),
    completed_on: t.exposeString("completed_on", { description: "yyyy-mm-dd" }),
    expires_on: t.exposeString("expires_on", { description: "yyyy-mm-dd" }),
    state: t.exposeString("state", { description: "valid, due (expires within 30 days), expired or revoked" }),
    is_again: t.exposeBoolean("is_again", { description: "The course is being taken again." }),
    revoke_reason: t.exposeString("revoke_reason", { nullable: true }),
  }),
});

const CertifiedPage = builder.objectRef<Page>("CertifiedPage").implement({
  fields: (t) => ({ rows: t.expose("rows", { type: [CertifiedPerson] }), total: t.exposeInt("total") }),
});

builder.queryField("certifiedPage", (t) =>
  t.field({
    type: CertifiedPage,
    description: "Sort: expires, name, course, completed or state, '-' in front for descending.",
    args: {
      branchUrl: t.arg.string(),
      branchUrls: t.arg.stringList(),
      group_ids: t.arg.intList(),
      category_id: t.arg.int(),
      from: t.arg.string({ description: "Completed on this day or later, yyyy-mm-dd." }),
      to: t.arg.string({ description: "Completed on this day or before, yyyy-mm-dd." }),
      state: t.arg.string(),
      courseId: t.arg.int(),
      pathId: t.arg.int(),
      ...pageArguments,
    },
    resolve: (_, options, { actor }) => certified.getPageOfCertified(actor, options),
  }),
);

builder.mutationFields((t) => {
  const which = {
    user_id: t.arg.int({ required: true }),
    course_id: t.arg.int(),
    path_id: t.arg.int({ description: "In place of a course." }),
  };
  return {
    revokeCertificate: t.field({
      type: CertifiedPerson,
      args: { ...which, reason: t.arg.string({ required: true }), branchUrl: t.arg.string() },
      resolve: (_, { branchUrl, ...input }, { actor }) => certified.revokeCertificate(actor, input, branchUrl),
    }),
    restoreCertificate: t.field({
      type: CertifiedPerson,
      args: { ...which, branchUrl: t.arg.string() },
      resolve: (_, { branchUrl, ...input }, { actor }) => certified.restoreCertificate(actor, input, branchUrl),
    }),
  };
});
