import { signedAddressOrNull } from "../../../files/files.service.ts";
import type { UnitApi } from "../unit-type.graphql.ts";

export const presentationUnitApi: UnitApi = {
  output: (t) => ({
    file_type: t.exposeString("file_type", { nullable: true, description: "The media type found in the content." }),
    pdf_path: t.string({
      nullable: true,
      description: "An office document as PDF, where this server can make one and has.",
      resolve: (unit, _, { actor }) => signedAddressOrNull(actor.platform.secret, unit.pdf_key),
    }),
  }),
};
