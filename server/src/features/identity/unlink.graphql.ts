import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import { type IdentityLink, listLinksOf, unlinkUser } from "./unlink.service.ts";

const IdentityLinkType = builder.objectRef<IdentityLink>("IdentityLink").implement({
  description: "A provider by which a user signs in.",
  fields: (t) => ({
    provider_id: t.exposeInt("provider_id"),
    provider_name: t.exposeString("provider_name"),
    created_at: t.string({ resolve: ({ created_at }) => created_at.toISOString() }),
    last_used_at: t.string({ resolve: ({ last_used_at }) => last_used_at.toISOString() }),
  }),
});

builder.queryField("identityLinks", (t) =>
  t.field({
    type: [IdentityLinkType],
    args: { user_id: t.arg.int({ required: true }) },
    resolve: (_, { user_id }, { actor }) => listLinksOf(actor, user_id),
  }),
);

builder.mutationField("unlinkIdentity", (t) =>
  t.field({
    type: Changed,
    description: "Unlinks a user from a provider, ends the sessions that it opened, and mails the user.",
    args: { user_id: t.arg.int({ required: true }), provider_id: t.arg.int({ required: true }) },
    resolve: (_, { user_id, provider_id }, { actor }) =>
      unlinkUser(actor, { userId: user_id, providerId: provider_id }),
  }),
);
