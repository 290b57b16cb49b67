import { builder } from "../../graphql/builder.ts";
import * as factors from "./second-factor.service.ts";
import * as remembered from "./remembered-devices.service.ts";
import * as devices from "./sessions.service.ts";

const Session = builder.objectRef<devices.Session>("Session").implement({
  description: "A sign-in of the viewer that has not ended.",
  fields: (t) => ({
    id: t.exposeString("id"),
    address: t.exposeString("address", { nullable: true, description: "The network address at sign-in." }),
    user_agent: t.exposeString("user_agent", { nullable: true, description: "The browser, as it named itself." }),
    created_at: t.exposeString("created_at"),
    last_used_at: t.exposeString("last_used_at", { description: "To five minutes." }),
    is_current: t.exposeBoolean("is_current"),
  }),
});

const RevokedSession = builder.objectRef<{ id: string }>("RevokedSession").implement({
  fields: (t) => ({ id: t.exposeString("id") }),
});

const RememberedDevice = builder.objectRef<remembered.RememberedDevice>("RememberedDevice").implement({
  description: "A device of the viewer that is not asked for the second factor.",
  fields: (t) => ({
    id: t.exposeString("id"),
    host: t.exposeString("host"),
    address: t.exposeString("address", { description: "The network address when it was remembered." }),
    user_agent: t.exposeString("user_agent", { description: "The browser, as it named itself." }),
    created_at: t.exposeString("created_at"),
    last_used_at: t.exposeString("last_used_at"),
  }),
});

const ForgottenDevice = builder.objectRef<{ id: string }>("ForgottenDevice").implement({
  fields: (t) => ({ id: t.exposeString("id") }),
});

const SecondFactor = builder.objectRef<factors.SecondFactor>("SecondFactor").implement({
  fields: (t) => ({
    is_on: t.exposeBoolean("is_on", { description: "Whether an authenticator app is in use." }),
    since: t.exposeString("since", { nullable: true, description: "Of the app." }),
    passkeys: t.exposeInt("passkeys", { description: "How many the viewer has, at all hosts." }),
    passkeys_here: t.exposeInt("passkeys_here", { description: "How many of them work at this host." }),
    recovery_codes: t.exposeInt("recovery_codes", { description: "How many are left." }),
    remember_days: t.int({
      nullable: true,
      description: "For how many days a device can be remembered (POST /api/remembered-device).",
      resolve: (_, __, { actor }) => remembered.findRememberDays(actor),
    }),
    has_password: t.exposeBoolean("has_password", {
      description: "Without one, changes need a sign-in of the last ten minutes instead.",
    }),
    is_required: t.exposeBoolean("is_required", { description: "The role needs one: the last one cannot be removed." }),
  }),
});

const NewTotp = builder.objectRef<factors.NewTotp>("NewTotp").implement({
  description: "What an authenticator app needs (RFC 6238).",
  fields: (t) => ({
    secret: t.exposeString("secret", { description: "In Base32." }),
    uri: t.exposeString("uri"),
    qr_code: t.exposeString("qr_code", { description: "The address as an SVG image." }),
  }),
});

const ResetFactor = builder.objectRef<{ id: number }>("ResetSecondFactor").implement({
  fields: (t) => ({ id: t.exposeInt("id", { description: "The user's." }) }),
});

builder.queryFields((t) => ({
  sessions: t.field({
    type: [Session],
    description: "The viewer's own in this instance: this one first, then the last used.",
    resolve: (_, __, { actor }) => devices.listSessions(actor),
  }),
  rememberedDevices: t.field({
    type: [RememberedDevice],
    description: "The viewer's own in this instance: the last used first.",
    resolve: (_, __, { actor }) => remembered.listRememberedDevices(actor),
  }),
  secondFactor: t.field({
    type: SecondFactor,
    description: "The viewer's own.",
    resolve: (_, __, { actor }) => factors.getSecondFactor(actor),
  }),
}));

builder.mutationFields((t) => ({
  revokeSession: t.field({
    type: RevokedSession,
    args: { id: t.arg.string({ required: true }) },
    resolve: (_, { id }, { actor }) => devices.revokeSession(actor, id),
  }),
  revokeOtherSessions: t.int({
    description: "Ends all sessions of the viewer but this one. Returns how many.",
    resolve: (_, __, { actor }) => devices.revokeOtherSessions(actor),
  }),
  forgetDevice: t.field({
    type: ForgottenDevice,
    description: "Has a remembered device asked for the second factor again.",
    args: { id: t.arg.string({ required: true }) },
    resolve: (_, { id }, { actor }) => remembered.forgetDevice(actor, id),
  }),
  startTotp: t.field({
    type: NewTotp,
    description: "Creates a secret for an authenticator app, which is in use once confirmTotp has its first code.",
    args: { password: t.arg.string({ required: true }) },
    resolve: (_, { password }, { actor }) => factors.startTotp(actor, password),
  }),
  confirmTotp: t.stringList({
    description: "Puts the second factor into use. Returns its recovery codes, which cannot be read again.",
    args: { code: t.arg.string({ required: true }) },
    resolve: (_, { code }, { actor }) => factors.confirmTotp(actor, code),
  }),
  confirmSecondFactor: t.boolean({
    description: "Shows the second factor of a sign-in: a code of the app, or a recovery code.",
    args: { code: t.arg.string({ required: true }) },
    resolve: (_, { code }, { actor }) => factors.confirmSecondFactor(actor, code),
  }),
  renewRecoveryCodes: t.stringList({
    description: "Returns new recovery codes; the earlier ones end.",
    args: { code: t.arg.string({ required: true }) },
    resolve: (_, { code }, { actor }) => factors.renewRecoveryCodes(actor, code),
  }),
  removeTotp: t.boolean({
    args: { password: t.arg.string({ required: true }), code: t.arg.string({ required: true }) },
    resolve: (_, input, { actor }) => factors.removeTotp(actor, input),
  }),
  resetSecondFactor: t.field({
    type: ResetFactor,
    description: "Removes the second factor of a user who has lost it, and signs them out.",
    args: { id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { id, branchUrl }, { actor }) => factors.resetSecondFactor(actor, id, branchUrl),
  }),
}));
