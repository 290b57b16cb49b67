import { builder } from "../../graphql/builder.ts";
import { LoginResult } from "../accounts/accounts.graphql.ts";
import { signInWithPasskey, startPasskeySignIn } from "../accounts/passkey-sign-in.service.ts";
import * as passkeys from "./passkeys.service.ts";

const Passkey = builder.objectRef<passkeys.Passkey>("Passkey").implement({
  description: "A passkey of the viewer (Web Authentication).",
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    host: t.exposeString("host", { description: "The only host at which it works." }),
    is_here: t.exposeBoolean("is_here", { description: "Whether that is the host of the request." }),
    created_at: t.exposeString("created_at"),
    last_used_at: t.exposeString("last_used_at", { nullable: true }),
  }),
});

const AddedPasskey = builder
  .objectRef<{ passkey: passkeys.Passkey; recovery_codes: string[] }>("AddedPasskey")
  .implement({
    fields: (t) => ({
      passkey: t.expose("passkey", { type: Passkey }),
      recovery_codes: t.exposeStringList("recovery_codes", {
        description: "With the first second factor; they cannot be read again.",
      }),
    }),
  });

const RemovedPasskey = builder.objectRef<{ id: number }>("RemovedPasskey").implement({
  fields: (t) => ({ id: t.exposeInt("id") }),
});

builder.queryField("passkeys", (t) =>
  t.field({
    type: [Passkey],
    description: "The viewer's own: the first added first.",
    resolve: (_, __, { actor }) => passkeys.listPasskeys(actor),
  }),
);

const RESPONSE = "What the browser answered: PublicKeyCredential as JSON.";

builder.mutationFields((t) => ({
  startPasskey: t.string({
    description: "Begins to add a passkey of this host. Returns PublicKeyCredentialCreationOptions as JSON.",
    args: { password: t.arg.string({ required: true }) },
    resolve: (_, { password }, { actor }) => passkeys.startPasskey(actor, password),
  }),
  addPasskey: t.field({
    type: AddedPasskey,
    args: {
      name: t.arg.string({ required: true }),
      response: t.arg.string({ required: true, description: RESPONSE }),
    },
    resolve: (_, input, { actor }) => passkeys.addPasskey(actor, input),
  }),
  renamePasskey: t.field({
    type: Passkey,
    args: { id: t.arg.int({ required: true }), name: t.arg.string({ required: true }) },
    resolve: (_, { id, name }, { actor }) => passkeys.renamePasskey(actor, id, name),
  }),
  removePasskey: t.field({
    type: RemovedPasskey,
    args: { id: t.arg.int({ required: true }), password: t.arg.string({ required: true }) },
    resolve: (_, { id, password }, { actor }) => passkeys.removePasskey(actor, id, password),
  }),
  startPasskeyConfirmation: t.string({
    description:
      "Begins to show a passkey as the second factor of a sign-in. Returns PublicKeyCredentialRequestOptions as JSON.",
    resolve: (_, __, { actor }) => passkeys.startPasskeyConfirmation(actor),
  }),
  confirmByPasskey: t.boolean({
    description: "Shows a passkey as the second factor of a sign-in. False for one that may have been copied.",
    args: { response: t.arg.string({ required: true, description: RESPONSE }) },
    resolve: (_, { response }, { actor }) => passkeys.confirmByPasskey(actor, response),
  }),
  startPasskeySignIn: t.string({
    description: "Begins a sign-in by a passkey alone. Returns PublicKeyCredentialRequestOptions as JSON.",
    resolve: (_, __, { actor }) => startPasskeySignIn(actor),
  }),
  signInWithPasskey: t.field({
    type: LoginResult,
    description: "Signs in with a passkey of this host, which has verified its user.",
    args: { response: t.arg.string({ required: true, description: RESPONSE }) },
    resolve: (_, { response }, { actor }) => signInWithPasskey(actor, response),
  }),
}));
