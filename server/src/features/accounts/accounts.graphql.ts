import { builder } from "../../graphql/builder.ts";
import { Branch } from "../branches/branch-type.graphql.ts";
import { Instance } from "../instances/instance-type.graphql.ts";
import * as accounts from "./accounts.service.ts";
import { requestSiteList } from "./site-list.service.ts";
import * as passwords from "./passwords.service.ts";
import * as registration from "./register.service.ts";
import { UserFieldValueInput } from "../user-fields/user-fields.graphql.ts";
import * as profile from "./profile.service.ts";

const SessionUser = builder.objectRef<accounts.SessionUser>("SessionUser").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
    role: t.exposeString("role"),
  }),
});

export const LoginResult = builder.objectRef<accounts.SignIn>("LoginResult").implement({
  fields: (t) => ({
    token: t.exposeString("token", {
      description: "The session token on the instance's own host; elsewhere a one-time code for POST /api/login-code.",
    }),
    host: t.exposeString("host", { description: "The host at which the code is exchanged." }),
    user: t.expose("user", { type: SessionUser }),
  }),
});

builder.mutationField("loginUser", (t) =>
  t.field({
    type: LoginResult,
    args: {
      email: t.arg.string({ required: true }),
      password: t.arg.string({ required: true }),
      instance_url: t.arg.string(),
      branch_url: t.arg.string(),
      moves: t.arg.boolean({
        description: "Whether to sign in at the address of branch_url, also from another host of the instance.",
      }),
    },
    resolve: (_, { email, password, instance_url, branch_url, moves }, { actor }) =>
      accounts.logIn(actor, { email, password, instanceUrl: instance_url, branchUrl: branch_url, moves }),
  }),
);

export const Message = builder.objectRef<{ message: string }>("AccountMessage").implement({
  fields: (t) => ({ message: t.exposeString("message") }),
});

const Profile = builder.objectRef<profile.Profile>("Profile").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
    role: t.exposeString("role"),
    language: t.exposeString("language", { nullable: true }),
  }),
});

const UpdateUserDetailsInput = builder.inputType("UpdateUserDetailsInput", {
  fields: (t) => ({
    first_name: t.string(),
    last_name: t.string(),
    email: t.string({ description: "One's own; it cannot be changed here." }),
    language: t.string({ description: "en, fr or es; null follows the site." }),
    email_notifications: t.boolean({ description: "Left out, it stays as it is." }),
    fields: t.field({
      type: [UserFieldValueInput],
      description: "Values of the organisation's own fields that users may change.",
    }),
  }),
});

builder.mutationFields((t) => ({
  sendPasswordReset: t.string({
    description: "Answers the same whether or not the account exists.",
    args: {
      email: t.arg.string({ required: true }),
      branch_url: t.arg.string(),
      instance_url: t.arg.string({ description: "The site, where the host names none." }),
    },
    resolve: (_, { email, branch_url, instance_url }, { actor }) =>
      passwords.requestReset(actor, { email, branchUrl: branch_url ?? null, instanceUrl: instance_url ?? null }),
  }),
  sendSiteList: t.string({
    description: "Mails a person the addresses of their training sites. Answers the same whether or not there are any.",
    args: { email: t.arg.string({ required: true }) },
    resolve: (_, { email }, { actor }) => requestSiteList(actor, email),
  }),
  resetPassword: t.field({
    type: Message,
    description: "By the link of a reset or of an invitation. The site is that of the host.",
    args: {
      email: t.arg.string({ required: true }),
      token: t.arg.string({ required: true }),
      password: t.arg.string({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { email, token, password }, { actor }) => passwords.resetPassword(actor, { email, token, password }),
  }),
  updatePassword: t.field({
    type: Message,
    args: {
      current_password: t.arg.string({ required: true }),
      new_password: t.arg.string({ required: true }),
      new_password_confirmation: t.arg.string({ required: true }),
    },
    resolve: (_, { current_password, new_password, new_password_confirmation }, { actor }) =>
      passwords.updatePassword(actor, {
        current: current_password,
        password: new_password,
        confirmation: new_password_confirmation,
      }),
  }),
  registerUser: t.field({
    type: SessionUser,
    args: {
      first_name: t.arg.string({ required: true }),
      last_name: t.arg.string({ required: true }),
      email: t.arg.string({ required: true }),
      password: t.arg.string({ required: true }),
      role: t.arg.string({ required: true, description: "learner" }),
    },
    resolve: (_, input, { actor }) => registration.registerUser(actor, input),
  }),
  updateUserDetails: t.field({
    type: Profile,
    args: { input: t.arg({ type: UpdateUserDetailsInput, required: true }) },
    resolve: (_, { input }, { actor }) => profile.updateProfile(actor, input),
  }),
}));

const Viewer = builder.objectRef<accounts.Viewer>("Viewer").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
    role: t.exposeString("role"),
    language: t.exposeString("language", {
      nullable: true,
      description: "What the person chose; null follows the site.",
    }),
    email_notifications: t.boolean({
      description: "Whether what happens in their courses is mailed to them.",
      resolve: (_, __, { actor }) => profile.wantsMail(actor),
    }),
    can: t.stringList({ description: "Actions of the permission table.", resolve: (viewer) => [...viewer.can] }),
    gives_roles: t.stringList({
      description: "The roles they may give to people.",
      resolve: (viewer) => [...viewer.gives_roles],
    }),
    instance: t.expose("instance", { type: Instance }),
    branch: t.expose("branch", { type: Branch, nullable: true }),
    factor_due_on: t.exposeString("factor_due_on", {
      nullable: true,
      description: "The last day on which the viewer may do without the second factor that the role needs: YYYY-MM-DD.",
    }),
    factor_due: t.exposeString("factor_due", {
      nullable: true,
      description:
        "What to do with the second factor before anything else: code (confirmSecondFactor) or setup (startTotp); all other fields refuse until then.",
    }),
    terms_due: t.exposeInt("terms_due", {
      nullable: true,
      description:
        "The version of the terms of use to accept before anything else; all other fields refuse until then.",
    }),
  }),
});

builder.queryField("viewer", (t) =>
  t.field({
    type: Viewer,
    args: { branchUrl: t.arg.string() },
    resolve: (_, { branchUrl }, { actor }) => accounts.getViewer(actor, branchUrl),
  }),
);
