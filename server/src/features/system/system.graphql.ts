import { builder } from "../../graphql/builder.ts";
import * as levels from "./log-level.service.ts";
import * as system from "./system.service.ts";

type Report = system.SystemReport;

const Version = builder.objectRef<Report["versions"][number]>("SystemVersion").implement({
  fields: (t) => ({ name: t.exposeString("name"), version: t.exposeString("version") }),
});

const Check = builder.objectRef<system.SystemCheck>("SystemCheck").implement({
  fields: (t) => ({
    part: t.exposeString("part"),
    title: t.exposeString("title"),
    state: t.exposeString("state", { description: "ok, warning, failure, or unknown: the server cannot find out" }),
    detail: t.exposeString("detail"),
    remedy: t.exposeString("remedy", { nullable: true, description: "What to do about it." }),
  }),
});

const Queue = builder.objectRef<Report["queues"][number]>("JobQueue").implement({
  fields: (t) => ({
    name: t.exposeString("name"),
    waiting: t.exposeInt("waiting", { description: "Jobs that a worker could take now." }),
    active: t.exposeInt("active"),
    failed: t.exposeInt("failed", { description: "Jobs that failed for good within the last day." }),
    longest_wait: t.exposeFloat("longest_wait", { description: "In seconds." }),
  }),
});

const Statement = builder.objectRef<Report["running_statements"][number]>("SlowStatement").implement({
  fields: (t) => ({
    text: t.exposeString("text", { description: "With placeholders instead of values." }),
    seconds: t.exposeFloat("seconds", { description: "Since its start if it is running, else on average." }),
    calls: t.exposeFloat("calls", { nullable: true, description: "Null for one that is running." }),
  }),
});

const LogLevel = builder.objectRef<levels.LogLevelState>("LogLevel").implement({
  fields: (t) => ({
    level: t.exposeString("level", { description: "silent, fatal, error, warn, info, debug or trace" }),
    standard: t.exposeString("standard", { description: "LOG_LEVEL of the server that answers." }),
    is_chosen: t.exposeBoolean("is_chosen", { description: "Whether it was chosen for all servers." }),
    until: t.string({
      nullable: true,
      resolve: ({ until }) => until && until.toISOString(),
      description: "When every server returns to its own LOG_LEVEL.",
    }),
  }),
});

const SystemReport = builder.objectRef<Report>("SystemReport").implement({
  fields: (t) => ({
    versions: t.expose("versions", { type: [Version] }),
    checks: t.expose("checks", { type: [Check] }),
    queues: t.expose("queues", { type: [Queue] }),
    log_level: t.expose("log_level", { type: LogLevel }),
    running_statements: t.expose("running_statements", { type: [Statement] }),
    slowest_statements: t.expose("slowest_statements", {
      type: [Statement],
      nullable: true,
      description: "Null without the extension pg_stat_statements.",
    }),
  }),
});

builder.queryField("systemReport", (t) =>
  t.field({
    type: SystemReport,
    description: "What this server depends on, and in what state it is.",
    resolve: (_, __, { actor }) => system.getSystem(actor),
  }),
);

builder.mutationField("setLogLevel", (t) =>
  t.field({
    type: LogLevel,
    description: "Changes the level of the log of all servers, which follow within ten seconds.",
    args: {
      level: t.arg.string({ description: "Without it, every server uses its own LOG_LEVEL." }),
      minutes: t.arg.int({ description: "After which LOG_LEVEL is used again, at most 1440; without it, never." }),
    },
    resolve: (_, { level, minutes }, { actor }) => levels.setLogLevel(actor, level ?? null, minutes ?? null),
  }),
);

builder.mutationField("sendSystemTestMail", (t) =>
  t.field({
    type: builder.objectRef<{ to: string; problem: string | null }>("SystemTestMail").implement({
      fields: (mail) => ({
        to: mail.exposeString("to"),
        problem: mail.exposeString("problem", { nullable: true, description: "Null when the mail was accepted." }),
      }),
    }),
    resolve: (_, __, { actor }) => system.sendSystemTestMail(actor),
  }),
);
