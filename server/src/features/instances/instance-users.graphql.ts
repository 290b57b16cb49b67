import { builder } from "../../graphql/builder.ts";
import * as people from "./instance-users.service.ts";

type Created = Awaited<ReturnType<typeof people.createInstanceUser>>;

const CreatedInstanceUser = builder.objectRef<Created>("CreatedInstanceUser").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
  }),
});

builder.mutationFields((t) => ({
  createInstanceUser: t.field({
    type: CreatedInstanceUser,
    args: {
      instance_id: t.arg.int({ required: true }),
      first_name: t.arg.string({ required: true }),
      last_name: t.arg.string({ required: true }),
      email: t.arg.string({ required: true }),
      password: t.arg.string({ description: "Left empty, a link to set one is mailed." }),
      role: t.arg.string({ required: true }),
      primary_access: t.arg.boolean(),
      is_active: t.arg.boolean(),
      is_owner: t.arg.boolean(),
      skip_email: t.arg.boolean(),
    },
    resolve: (_, { instance_id, ...input }, { actor }) => people.createInstanceUser(actor, instance_id, input),
  }),
  editInstanceUser: t.field({
    type: builder.objectRef<{ id: number }>("EditedInstanceUser").implement({
      fields: (edited) => ({ id: edited.exposeInt("id") }),
    }),
    args: {
      user_id: t.arg.int({ required: true }),
      instance_id: t.arg.int({ required: true }),
      primary_access: t.arg.boolean({ required: true }),
      is_active: t.arg.boolean({ required: true }),
      is_owner: t.arg.boolean({ required: true }),
    },
    resolve: (_, { user_id, instance_id, ...flags }, { actor }) =>
      people.editInstanceUser(actor, instance_id, user_id, flags),
  }),
}));
