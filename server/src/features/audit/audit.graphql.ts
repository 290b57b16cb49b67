import { builder } from "../../graphql/builder.ts";
import * as audit from "./audit-reading.service.ts";

const AuditChange = builder.objectRef<audit.AuditChange>("AuditChange").implement({
  description: "One field: what it was, where it was something, and what it is now. Values are JSON text.",
  fields: (t) => ({
    field: t.exposeString("field"),
    before: t.exposeString("before", { nullable: true }),
    after: t.exposeString("after", { nullable: true }),
  }),
});

const AuditEntry = builder.objectRef<audit.AuditLine>("AuditEntry").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    actor_id: t.exposeInt("actor_id", { nullable: true }),
    actor_name: t.exposeString("actor_name"),
    action: t.exposeString("action"),
    subject_type: t.exposeString("subject_type"),
    subject_id: t.exposeInt("subject_id", { nullable: true }),
    subject_name: t.exposeString("subject_name"),
    changes: t.expose("changes", { type: [AuditChange] }),
    address: t.exposeString("address", { nullable: true, description: "The network address the request came from." }),
    created_at: t.exposeString("created_at"),
  }),
});

const AuditPage = builder.objectRef<{ rows: audit.AuditLine[]; total: number }>("AuditPage").implement({
  fields: (t) => ({ rows: t.expose("rows", { type: [AuditEntry] }), total: t.exposeInt("total") }),
});

const AuditActor = builder.objectRef<audit.AuditActor>("AuditActor").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name") }),
});

builder.queryFields((t) => {
  const platform = t.arg.boolean({ description: "What concerns the platform itself; for its operators." });
  return {
    auditLog: t.field({
      type: AuditPage,
      args: {
        actor_id: t.arg.int(),
        action: t.arg.string({ description: "Such as user.created." }),
        subject_type: t.arg.string({ description: "Such as user, group or course." }),
        subject_id: t.arg.int(),
        from: t.arg.string({ description: "The first day, yyyy-mm-dd, in the site's time zone." }),
        to: t.arg.string({ description: "The last day, yyyy-mm-dd." }),
        search: t.arg.string({ description: "In the names of who did it and what it was done to." }),
        sort: t.arg.string({ description: "created, actor, action or subject, with '-' in front for descending." }),
        limit: t.arg.int(),
        offset: t.arg.int(),
        platform,
      },
      resolve: (_, options, { actor }) => audit.getPageOfAudit(actor, options),
    }),
    auditActors: t.field({
      type: [AuditActor],
      description: "The people and the kinds of action in the log, for its filters.",
      args: { platform },
      resolve: (_, options, { actor }) => audit.listActors(actor, options),
    }),
    auditActions: t.stringList({
      args: { platform },
      resolve: (_, options, { actor }) => audit.listActions(actor, options),
    }),
  };
});
