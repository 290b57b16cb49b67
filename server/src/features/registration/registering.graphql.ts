import { builder } from "../../graphql/builder.ts";
import { TermsOfUse } from "../terms/terms.graphql.ts";
import { confirmRegistration, findOffer, type Offer, register } from "./registering.service.ts";

const RegistrationOffer = builder.objectRef<Offer>("RegistrationOffer").implement({
  description: "What a person is invited to.",
  fields: (t) => ({
    inviter: t.exposeString("inviter", {
      nullable: true,
      description: "Null where registration is open to everybody.",
    }),
    branch: t.exposeString("branch", { nullable: true }),
    course: t.exposeString("course", { nullable: true }),
    groups: t.exposeStringList("groups"),
    needs_approval: t.exposeBoolean("needs_approval"),
    domains: t.exposeStringList("domains", { description: "Of addresses that may register; none means all." }),
    terms: t.expose("terms", { type: TermsOfUse, nullable: true }),
  }),
});

const RegistrationInput = builder.inputType("RegistrationInput", {
  fields: (t) => ({
    code: t.string({ required: true, description: "Of an invitation; `open` for the open registration of this site." }),
    first_name: t.string({ required: true }),
    last_name: t.string({ required: true }),
    email: t.string({ required: true }),
    terms_version: t.int({ description: "The version of the terms of use that the person accepts." }),
  }),
});

const Registered = builder.objectRef<{ message: string }>("Registered").implement({
  fields: (t) => ({ message: t.exposeString("message") }),
});

const Confirmed = builder.objectRef<{ state: string }>("ConfirmedRegistration").implement({
  fields: (t) => ({ state: t.exposeString("state", { description: "created, or waiting for approval" }) }),
});

builder.queryField("registrationOffer", (t) =>
  t.field({
    type: RegistrationOffer,
    nullable: true,
    args: { code: t.arg.string({ required: true }) },
    resolve: (_, { code }, { actor }) => findOffer(actor, code),
  }),
);

builder.mutationFields((t) => ({
  register: t.field({
    type: Registered,
    description: "Answers the same whether or not the address has an account.",
    args: { input: t.arg({ type: RegistrationInput, required: true }) },
    resolve: (_, { input }, { actor }) => register(actor, input),
  }),
  confirmRegistration: t.field({
    type: Confirmed,
    description: "By the link of the mail, with the password that the person chooses.",
    args: {
      email: t.arg.string({ required: true }),
      token: t.arg.string({ required: true }),
      password: t.arg.string({ required: true }),
    },
    resolve: (_, input, { actor }) => confirmRegistration(actor, input),
  }),
}));
