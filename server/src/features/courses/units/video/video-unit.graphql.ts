import { builder } from "../../../../graphql/builder.ts";
import { signedAddress } from "../../../files/files.service.ts";
import type { LearnerUnit } from "../../../learning/units.service.ts";
import type { UnitApi } from "../unit-type.graphql.ts";

const CaptionsInput = builder.inputType("CaptionsInput", {
  fields: (t) => ({
    language: t.string({ required: true, description: "BCP 47: fr, pt-BR." }),
    file_path: t.string({ required: true, description: "What POST /api/upload-captions answered." }),
  }),
});

const Captions = builder.objectRef<LearnerUnit["captions"][number]>("Captions").implement({
  description: "The words of a film in one language, as WebVTT.",
  fields: (t) => ({
    language: t.exposeString("language"),
    file_name: t.exposeString("file_name"),
    file_path: t.string({ resolve: ({ file_key }, _, { actor }) => signedAddress(actor.platform.secret, file_key) }),
  }),
});

export const videoUnitApi: UnitApi = {
  input: (t) => ({ captions: t.field({ type: [CaptionsInput] }) }),
  output: (t) => ({
    captions: t.expose("captions", { type: [Captions] }),
  }),
};
