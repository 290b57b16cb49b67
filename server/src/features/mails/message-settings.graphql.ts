import { builder } from "../../graphql/builder.ts";
import * as messages from "./message-settings.service.ts";

const MessagePlaceholder = builder
  .objectRef<messages.MessageSettings["placeholders"][number]>("MessagePlaceholder")
  .implement({
    fields: (t) => ({
      name: t.exposeString("name"),
      is_required: t.exposeBoolean("is_required", { description: "Whether the text has to contain it." }),
      in_subject: t.exposeBoolean("in_subject", { description: "Whether the subject may contain it." }),
    }),
  });

const MessageText = builder.objectRef<messages.MessageSettings["texts"][number]>("MessageText").implement({
  fields: (t) => ({
    language: t.exposeString("language"),
    version: t.exposeString("version", { description: "Changes with the subject and the body." }),
    is_own: t.exposeBoolean("is_own", { description: "Whether the organisation has changed it." }),
    subject: t.exposeString("subject"),
    body: t.exposeString("body", { description: "Plain text with placeholders such as {course}." }),
    default_subject: t.exposeString("default_subject"),
    default_body: t.exposeString("default_body"),
  }),
});

const MessageSettings = builder.objectRef<messages.MessageSettings>("MessageSettings").implement({
  description: "A message that the product sends to people.",
  fields: (t) => ({
    kind: t.exposeString("kind"),
    name: t.exposeString("name"),
    by_mail: t.exposeBoolean("by_mail"),
    in_product: t.exposeBoolean("in_product", {
      nullable: true,
      description: "Null for a mail that is not shown in the product.",
    }),
    always: t.exposeString("always", { nullable: true, description: "Why it cannot be switched off, if it cannot." }),
    placeholders: t.expose("placeholders", { type: [MessagePlaceholder] }),
    texts: t.expose("texts", { type: [MessageText] }),
  }),
});

const MessageBlock = builder.objectRef<messages.MessagePreview["blocks"][number]>("MessageBlock").implement({
  fields: (t) => ({
    kind: t.exposeString("kind", { description: "text, link or changes" }),
    text: t.string({ nullable: true, resolve: (block) => (block.kind === "text" ? block.text : null) }),
  }),
});

const MessagePreview = builder.objectRef<messages.MessagePreview>("MessagePreview").implement({
  fields: (t) => ({
    subject: t.exposeString("subject"),
    blocks: t.expose("blocks", { type: [MessageBlock] }),
  }),
});

const MessageTextInput = builder.inputType("MessageTextInput", {
  fields: (t) => ({
    kind: t.string({ required: true }),
    language: t.string({ required: true, description: "en, fr or es" }),
    subject: t.string({ required: true }),
    body: t.string({ required: true }),
  }),
});

builder.queryFields((t) => ({
  messages: t.field({
    type: [MessageSettings],
    args: { kind: t.arg.string({ description: "Only this one." }) },
    resolve: (_, { kind }, { actor }) => messages.listMessages(actor, kind ?? null),
  }),
  previewMessage: t.field({
    type: MessagePreview,
    args: { input: t.arg({ type: MessageTextInput, required: true }) },
    resolve: (_, { input }, { actor }) => messages.previewMessage(actor, input),
  }),
}));

builder.mutationFields((t) => ({
  switchMessage: t.field({
    type: MessageSettings,
    description: "What is left out stays as it is.",
    args: { kind: t.arg.string({ required: true }), by_mail: t.arg.boolean(), in_product: t.arg.boolean() },
    resolve: (_, { kind, ...input }, { actor }) => messages.switchMessage(actor, kind, input),
  }),
  updateMessage: t.field({
    type: MessageSettings,
    args: {
      input: t.arg({ type: MessageTextInput, required: true }),
      version: t.arg.string({
        description: "The version of the text that was edited. Without it, the last change wins.",
      }),
    },
    resolve: (_, { input, version }, { actor }) => messages.updateMessage(actor, input, version),
  }),
  restoreMessage: t.field({
    type: MessageSettings,
    description: "Deletes the organisation's own text.",
    args: { kind: t.arg.string({ required: true }), language: t.arg.string({ required: true }) },
    resolve: (_, input, { actor }) => messages.restoreMessage(actor, input),
  }),
  sendTestMessage: t.string({
    description: "Mails the text to the caller; returns their address.",
    args: { input: t.arg({ type: MessageTextInput, required: true }) },
    resolve: (_, { input }, { actor }) => messages.sendTestMessage(actor, input),
  }),
}));
