import { builder } from "../../../../graphql/builder.ts";
import { getScormPackage, type ScormPackage as PackageFields } from "../../courses.service.ts";
import type { UnitApi } from "../unit-type.graphql.ts";

const Sco = builder.objectRef<PackageFields["scos"][number]>("Sco").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title", { nullable: true }),
    uuid: t.exposeString("uuid"),
    entry_url: t.exposeString("entry_url", { nullable: true }),
  }),
});

const ScormPackage = builder.objectRef<PackageFields>("ScormPackage").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title", { nullable: true }),
    kind: t.exposeString("kind", { description: "scorm_1_2, scorm_2004, xapi or cmi5." }),
    version: t.exposeString("version", { nullable: true }),
    state: t.exposeString("state", { description: "unpacking, ready, or failed when it cannot be unpacked." }),
    files: t.exposeInt("files"),
    files_done: t.exposeInt("files_done"),
    entry_url: t.exposeString("entry_url", { nullable: true }),
    uuid: t.exposeString("uuid"),
    scos: t.field({ type: [Sco], resolve: (item) => item.scos }),
  }),
});

export const scormUnitApi: UnitApi = {
  output: (t) => ({
    scorm: t.field({
      type: ScormPackage,
      nullable: true,
      resolve: (unit, _, { actor }) => getScormPackage(actor, unit.scorm_id),
    }),
  }),
};
