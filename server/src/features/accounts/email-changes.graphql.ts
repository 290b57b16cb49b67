import { builder } from "../../graphql/builder.ts";
import { Message } from "./accounts.graphql.ts";
import * as changes from "./email-changes.service.ts";

const EmailChange = builder.objectRef<changes.EmailChange>("EmailChange").implement({
  description: "A new address of the viewer that waits for its confirmation.",
  fields: (t) => ({ new_email: t.exposeString("new_email"), expires_at: t.exposeString("expires_at") }),
});

builder.queryField("emailChange", (t) =>
  t.field({
    type: EmailChange,
    nullable: true,
    description: "The viewer's own.",
    resolve: (_, __, { actor }) => changes.findEmailChange(actor),
  }),
);

builder.mutationFields((t) => ({
  startEmailChange: t.field({
    type: EmailChange,
    description:
      "Sends a link to the new address, and one that stops the change to the old one. Answers the same for an address that another user has.",
    args: { email: t.arg.string({ required: true }), password: t.arg.string({ required: true }) },
    resolve: (_, input, { actor }) => changes.startEmailChange(actor, input),
  }),
  resendEmailChange: t.field({
    type: EmailChange,
    resolve: (_, __, { actor }) => changes.resendEmailChange(actor),
  }),
  cancelEmailChange: t.boolean({ resolve: (_, __, { actor }) => changes.cancelEmailChange(actor) }),
  confirmEmailChange: t.field({
    type: Message,
    description: "By the link of the mail to the new address.",
    args: { token: t.arg.string({ required: true }) },
    resolve: (_, { token }, { actor }) => changes.confirmEmailChange(actor, token),
  }),
  stopEmailChange: t.field({
    type: Message,
    description: "By the link of the mail to the old address, for a week after the change too.",
    args: { token: t.arg.string({ required: true }) },
    resolve: (_, { token }, { actor }) => changes.stopEmailChange(actor, token),
  }),
}));
