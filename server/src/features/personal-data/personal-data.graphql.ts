import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import { PrivacySettingsInput } from "../settings/privacy.graphql.ts";
import { erasePerson } from "./erasure.service.ts";
import { findExport, type PersonalDataExport as Export, requestExport } from "./export.service.ts";
import { previewRetention, type RetentionPreview } from "./retention.service.ts";

const PersonalDataExport = builder.objectRef<Export>("PersonalDataExport").implement({
  description: "A file with everything that is stored about a person.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    state: t.exposeString("state", { description: "waiting, done or failed" }),
    created_at: t.exposeString("created_at"),
    url: t.exposeString("url", { nullable: true, description: "Of the zip file; it is kept for 7 days." }),
  }),
});

const RetentionPreviewType = builder.objectRef<RetentionPreview>("RetentionPreview").implement({
  description: "How much periods would delete now.",
  fields: (t) => ({
    activity: t.exposeInt("activity", { nullable: true }),
    audit: t.exposeInt("audit", { nullable: true }),
    people: t.exposeInt("people", { nullable: true, description: "Users who would be erased." }),
    most: t.exposeInt("most", { description: "Numbers above it are not counted to their end." }),
  }),
});

builder.queryField("retentionPreview", (t) =>
  t.field({
    type: RetentionPreviewType,
    args: { input: t.arg({ type: PrivacySettingsInput, required: true }) },
    resolve: (_, { input }, { actor }) => previewRetention(actor, input),
  }),
);

builder.queryField("personalDataExport", (t) =>
  t.field({
    type: PersonalDataExport,
    nullable: true,
    description: "The latest that the caller has requested.",
    args: { user_id: t.arg.int({ description: "Left out, the caller's own." }) },
    resolve: (_, { user_id }, { actor }) => findExport(actor, user_id ?? null),
  }),
);

builder.mutationFields((t) => ({
  requestPersonalDataExport: t.field({
    type: PersonalDataExport,
    args: { user_id: t.arg.int({ description: "Left out, the caller's own." }) },
    resolve: (_, { user_id }, { actor }) => requestExport(actor, user_id ?? null),
  }),
  erasePerson: t.field({
    type: Changed,
    description: "Removes what identifies a person and what they wrote. It cannot be undone.",
    args: {
      id: t.arg.int({ required: true }),
      name: t.arg.string({ required: true, description: "First and last name, typed to confirm." }),
    },
    resolve: (_, input, { actor }) => erasePerson(actor, input),
  }),
}));
