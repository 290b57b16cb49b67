import { builder } from "../../graphql/builder.ts";
import * as people from "./platform-people.service.ts";

const PlatformPerson = builder.objectRef<people.PlatformPerson>("PlatformPerson").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
    created_at: t.exposeString("created_at"),
    is_self: t.exposeBoolean("is_self"),
  }),
});

const PlatformPersonPage = builder
  .objectRef<{ rows: people.PlatformPerson[]; total: number }>("PlatformPersonPage")
  .implement({
    fields: (t) => ({ rows: t.expose("rows", { type: [PlatformPerson] }), total: t.exposeInt("total") }),
  });

builder.queryField("platformPeoplePage", (t) =>
  t.field({
    type: PlatformPersonPage,
    args: { search: t.arg.string(), limit: t.arg.int(), offset: t.arg.int() },
    resolve: (_, options, { actor }) => people.getPageOfPlatformPeople(actor, options),
  }),
);

builder.mutationField("endPlatformAccess", (t) =>
  t.field({
    type: builder.objectRef<{ id: number }>("EndedPlatformAccess").implement({
      fields: (ended) => ({ id: ended.exposeInt("id") }),
    }),
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => people.endPlatformAccess(actor, id),
  }),
);
