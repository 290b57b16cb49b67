import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import * as fields from "./user-fields.service.ts";

export const UserField = builder.objectRef<fields.UserField>("UserField").implement({
  description: "A field that the organisation has added to its users.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    type: t.exposeString("type", { description: "text, number, date, choice or checkbox" }),
    choices: t.exposeStringList("choices", { description: "For the type choice." }),
    is_required: t.exposeBoolean("is_required"),
    is_listed: t.exposeBoolean("is_listed", { description: "Whether lists and reports show it." }),
    visible_to: t.exposeString("visible_to", { description: "admins, staff or everybody" }),
    is_editable_by_person: t.exposeBoolean("is_editable_by_person"),
  }),
});

export const UserFieldValue = builder.objectRef<fields.UserFieldValue>("UserFieldValue").implement({
  fields: (t) => ({
    field: t.expose("field", { type: UserField }),
    value: t.exposeString("value", {
      nullable: true,
      description: "A number with a point, a date as yyyy-mm-dd, 'true' for a checked box.",
    }),
    may_edit: t.exposeBoolean("may_edit"),
  }),
});

export const UserFieldValueInput = builder.inputType("UserFieldValueInput", {
  fields: (t) => ({ id: t.int({ required: true, description: "The field." }), value: t.string() }),
});

const UserFieldInput = builder.inputType("UserFieldInput", {
  description: "What is left out stays as it is.",
  fields: (t) => ({
    name: t.string(),
    type: t.string(),
    choices: t.stringList(),
    is_required: t.boolean(),
    is_listed: t.boolean(),
    visible_to: t.string(),
    is_editable_by_person: t.boolean(),
  }),
});

builder.queryFields((t) => ({
  userFields: t.field({ type: [UserField], resolve: (_, __, { actor }) => fields.listUserFields(actor) }),
  ownFields: t.field({
    type: [UserFieldValue],
    description: "The caller's own fields, as far as users see them.",
    resolve: (_, __, { actor }) => fields.listOwnFields(actor),
  }),
}));

builder.mutationFields((t) => ({
  createUserField: t.field({
    type: UserField,
    args: { input: t.arg({ type: UserFieldInput, required: true }) },
    resolve: (_, { input }, { actor }) => fields.createUserField(actor, input),
  }),
  updateUserField: t.field({
    type: UserField,
    args: { id: t.arg.int({ required: true }), input: t.arg({ type: UserFieldInput, required: true }) },
    resolve: (_, { id, input }, { actor }) => fields.updateUserField(actor, id, input),
  }),
  deleteUserField: t.field({
    type: Changed,
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => fields.deleteUserField(actor, id),
  }),
  orderUserFields: t.field({
    type: [UserField],
    description: "Fields that are left out follow in their order.",
    args: { ids: t.arg.intList({ required: true }) },
    resolve: (_, { ids }, { actor }) => fields.orderUserFields(actor, ids),
  }),
}));
