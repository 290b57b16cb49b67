import { builder } from "../../graphql/builder.ts";
import * as launches from "./launches.service.ts";
import { type PackageState, getUnpackingState } from "./packages.service.ts";

const ScormPackageState = builder.objectRef<PackageState>("ScormPackageState").implement({
  description: "An uploaded package, and how far it is unpacked.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    kind: t.exposeString("kind", { description: "scorm_1_2, scorm_2004, xapi or cmi5." }),
    version: t.exposeString("version", { nullable: true }),
    title: t.exposeString("title", { nullable: true }),
    state: t.exposeString("state", { description: "unpacking, ready, or failed when it cannot be unpacked." }),
    files: t.exposeInt("files"),
    files_done: t.exposeInt("files_done"),
    launch_units: t.int({ description: "How many SCOs or AUs it has.", resolve: (state) => state.launch_units ?? 0 }),
  }),
});

const ScormLaunch = builder.objectRef<launches.Launch>("ScormLaunch").implement({
  fields: (t) => ({
    url: t.exposeString("url", {
      nullable: true,
      description:
        "The player on the content origin; it opens this one session. None for cmi5, whose AUs are opened one by one.",
    }),
    kind: t.exposeString("kind"),
    frame_url: t.string({
      nullable: true,
      description: "For xAPI: the page on the content origin that shows the package in a frame.",
      resolve: (launch) => launch.frame_url,
    }),
    has_lost_values: t.boolean({
      description: "Whether an earlier session has reported something that could not be saved; reported once.",
      resolve: (launch) => launch.has_lost_values ?? false,
    }),
  }),
});

builder.queryFields((t) => ({
  scormPackage: t.field({
    type: ScormPackageState,
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => getUnpackingState(actor, id),
  }),
}));

builder.mutationFields((t) => ({
  launchScorm: t.field({
    type: ScormLaunch,
    description: "Opens the package of a unit; a session of the same person and unit that is open elsewhere ends.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...place }, { actor }) => launches.launchUnit(actor, place, branchUrl),
  }),
  previewScorm: t.field({
    type: ScormLaunch,
    description: "Opens a package for an author; nothing of it is kept.",
    args: { scorm_id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { scorm_id, branchUrl }, { actor }) => launches.previewPackage(actor, scorm_id, branchUrl),
  }),
}));
