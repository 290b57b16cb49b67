import { embedAddress } from "../../../embeds/embeds.service.ts";
import type { UnitApi } from "../unit-type.graphql.ts";

export const iframeUnitApi: UnitApi = {
  output: (t) => ({
    embed_url: t.string({
      nullable: true,
      description: "Where the page is shown from: https as it is, others through the proxy; null when it cannot be.",
      resolve: (unit, _, { actor }) => embedAddress(actor, unit.url),
    }),
  }),
};
