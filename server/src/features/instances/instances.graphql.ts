import { builder } from "../../graphql/builder.ts";
import { Instance } from "./instance-type.graphql.ts";
import * as instances from "./instances.service.ts";

builder.queryField("instanceByUrl", (t) =>
  t.field({
    type: Instance,
    nullable: true,
    args: { url: t.arg.string({ required: true }) },
    resolve: async (_, { url }, { actor }) => {
      const instance = await instances.instanceByUrl(actor, url);
      return instance && { ...instance, read: () => Promise.resolve(instance) };
    },
  }),
);
