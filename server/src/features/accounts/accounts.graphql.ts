import { builder } from "../../graphql/builder.ts";
import { Branch } from "../branches/branch-type.graphql.ts";
import { Instance } from "../instances/instance-type.graphql.ts";
import * as accounts from "./accounts.service.ts";

const SessionUser = builder.objectRef<accounts.SessionUser>("SessionUser").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
    role: t.exposeString("role"),
  }),
});

const LoginResult = builder.objectRef<accounts.SignIn>("LoginResult").implement({
  fields: (t) => ({
    token: t.exposeString("token", {
      description: "The session token on the instance's own host; elsewhere a one-time code for POST /api/login-code.",
    }),
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
    },
    resolve: (_, { email, password, instance_url, branch_url }, { actor }) =>
      accounts.logIn(actor, { email, password, instanceUrl: instance_url, branchUrl: branch_url }),
  }),
);

const Viewer = builder.objectRef<accounts.Viewer>("Viewer").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
    role: t.exposeString("role"),
    can: t.stringList({ description: "Actions of the permission table.", resolve: (viewer) => [...viewer.can] }),
    gives_roles: t.exposeStringList("gives_roles", { description: "The roles they may give to people." }),
    instance: t.expose("instance", { type: Instance }),
    branch: t.expose("branch", { type: Branch, nullable: true }),
  }),
});

builder.queryField("viewer", (t) =>
  t.field({
    type: Viewer,
    args: { branchUrl: t.arg.string() },
    resolve: (_, { branchUrl }, { actor }) => accounts.viewerOf(actor, branchUrl),
  }),
);
