import { isIP } from "node:net";
import { resolve } from "node:path";
import * as z from "zod";
import { isLabel } from "./access/host.ts";
import { EMAIL } from "./platform/email-addresses.ts";

/** An invalid setting; the message is the one line to print. */
export class ConfigError extends Error {}

const port = z.coerce.number().int().min(1).max(65_535);
const gigabytes = z.coerce.number().positive().max(1_000_000);
const empty = (value: unknown) => (value === "" ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(empty, schema.optional());

/** The levels of the log, from the one with the fewest lines. */
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const schema = z.object({
  HOST: z.preprocess(empty, z.string().default("127.0.0.1")),
  PORT: z.preprocess(empty, port.default(3000)),
  DATA_DIR: z.preprocess(empty, z.string().default("./data")).transform((path) => resolve(path)),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_APP_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  BASE_DOMAIN: z.preprocess(
    empty,
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9.-]+$/)
      .default("localhost"),
  ),
  SINGLE_INSTANCE: optional(z.string().toLowerCase().refine(isLabel)),
  PRODUCT_NAME: z.preprocess(empty, z.string().max(60).default("Cairn")),
  STORAGE_URL: optional(z.url({ protocol: /^s3$/ })),
  ARCHIVE_URL: optional(z.url({ protocol: /^(s3|file)$/ })),
  ARCHIVE_DAYS: z.preprocess(empty, z.coerce.number().int().min(1).max(3_650).default(30)),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  OPERATOR_EMAIL: optional(z.email({ pattern: EMAIL })),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  MAIL_FROM: z.preprocess(empty, z.string().default("Cairn <no-reply@localhost>")),
  TRUST_PROXY: z.preprocess(empty, z.string().default("off")).transform((text, context) => proxies(text, context)),
  CONTENT_DOMAIN: optional(
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9.-]+$/),
  ),
  CONTENT_PORT: optional(port),
  DNS_SERVERS: optional(z.string().transform((text, context) => dnsServers(text, context))),
  DOMAINS_ASK_SECRET: optional(z.string().min(16).max(200)),
  SURVEY_SECRET: optional(z.string().min(32).max(200)),
  IDENTITY_NETWORKS: z.preprocess(
    empty,
    z
      .string()
      .default("")
      .transform((text, context) => networks(text, context)),
  ),
  EMBED_PROXY: z.preprocess(empty, z.enum(["on", "off"]).default("on")),
  INSTANCE_STORAGE_GB: z.preprocess(empty, gigabytes.default(100)),
  AUTHOR_STORAGE_GB: z.preprocess(empty, gigabytes.default(50)),
  LEARNER_STORAGE_GB: z.preprocess(empty, gigabytes.default(2)),
  GRAPHQL_DOCUMENTS: z.preprocess(empty, z.enum(["any", "trusted"]).default("any")),
  DEMO: z.preprocess(empty, z.enum(["on", "off"]).default("on")),
  DEMO_PUBLIC: z.preprocess(empty, z.enum(["yes", "no"]).default("no")),
  SOFFICE: optional(z.string().max(1_000)),
  INSTANCE_OPERATIONS: optional(z.coerce.number().int().min(1).max(1_000)),
  STATEMENT_SECONDS: z.preprocess(empty, z.coerce.number().int().min(1).max(600).default(30)),
  PROCESSES: z.preprocess(empty, z.union([z.literal("auto"), z.coerce.number().int().min(1).max(64)]).default("auto")),
  WORKER: z.preprocess(empty, z.enum(["on", "off"]).default("on")),
  LOG_LEVEL: z.preprocess(empty, z.enum(LOG_LEVELS).default("info")),
  METRICS_HOST: z.preprocess(empty, z.string().default("127.0.0.1")),
  METRICS_PORT: optional(port),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  OTEL_EXPORTER_OTLP_HEADERS: z.preprocess(
    empty,
    z
      .string()
      .default("")
      .transform((text, context) => headers(text, context)),
  ),
  OTEL_SERVICE_NAME: z.preprocess(empty, z.string().max(100).default("cairn")),
  OTEL_TRACES_SAMPLER: z.preprocess(empty, z.enum(SAMPLERS).default("parentbased_traceidratio")),
  OTEL_TRACES_SAMPLER_ARG: z.preprocess(empty, z.coerce.number().min(0).max(1).default(1)),
});

const EXPECTED: Record<string, string> = {
  HOST: "an address to listen on, such as 127.0.0.1",
  PORT: "a port from 1 to 65535",
  DATA_DIR: "a folder",
  DATABASE_URL: "an address such as postgres://owner:password@host:5432/cairn",
  DATABASE_APP_URL: "an address such as postgres://cairn_app:password@host:5432/cairn",
  BASE_DOMAIN: "a domain name, such as learn.example.org",
  SINGLE_INSTANCE: "the label of an instance, such as acme",
  PRODUCT_NAME: "a name of at most 60 characters",
  STORAGE_URL: "an address such as s3://key:secret@host:9000/bucket?region=eu-west-1&tls=off",
  ARCHIVE_URL: "an address such as file:///backups/archive or s3://key:secret@host:9000/bucket",
  ARCHIVE_DAYS: "a number of days from 1 to 3650",
  SMTP_URL: "an address such as smtp://user:password@mail.example.org:587",
  OPERATOR_EMAIL: "an e-mail address",
  PUBLIC_URL: "an address such as https://learn.example.org",
  MAIL_FROM: "a sender, such as Cairn <no-reply@example.org>",
  TRUST_PROXY: "on, off, or a list of addresses such as 10.0.0.0/8,127.0.0.1",
  CONTENT_DOMAIN: "a domain name, such as learn-content.example",
  CONTENT_PORT: "a port from 1 to 65535",
  DNS_SERVERS: "a list of addresses such as 1.1.1.1,[2606:4700::1111]:53",
  DOMAINS_ASK_SECRET: "a secret of 16 to 200 characters",
  SURVEY_SECRET: "a secret of 32 to 200 characters",
  IDENTITY_NETWORKS: "a list of addresses such as 10.0.0.0/8,127.0.0.1",
  EMBED_PROXY: "on or off",
  INSTANCE_STORAGE_GB: "a number of gigabytes",
  AUTHOR_STORAGE_GB: "a number of gigabytes",
  LEARNER_STORAGE_GB: "a number of gigabytes",
  GRAPHQL_DOCUMENTS: "any or trusted",
  DEMO: "on or off",
  DEMO_PUBLIC: "yes or no",
  SOFFICE: "the path of LibreOffice's program, or off",
  INSTANCE_OPERATIONS: "a number from 1 to 1000",
  STATEMENT_SECONDS: "a number of seconds from 1 to 600",
  PROCESSES: "auto, or a number from 1 to 64",
  WORKER: "on or off",
  LOG_LEVEL: "fatal, error, warn, info, debug, trace or silent",
  METRICS_HOST: "an address to listen on, such as 127.0.0.1",
  METRICS_PORT: "a port from 1 to 65535",
  OTEL_EXPORTER_OTLP_ENDPOINT: "an address such as http://127.0.0.1:4318",
  OTEL_EXPORTER_OTLP_HEADERS: "a list such as api-key=secret,other=value",
  OTEL_SERVICE_NAME: "a name of at most 100 characters",
  OTEL_TRACES_SAMPLER: "the name of a sampler, such as parentbased_traceidratio",
  OTEL_TRACES_SAMPLER_ARG: "a share from 0 to 1",
};

export type Config = Omit<z.output<typeof schema>, "CONTENT_PORT"> & { CONTENT_PORT: number };

/**
 * Reads all settings of the server from the environment.
 * @throws ConfigError naming the first invalid variable and what it should be
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const parsed = schema.safeParse(env);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    // Addresses of services may hold passwords, and this line may be logged.
    const isSecret = /_(SECRET|URL|ENDPOINT|HEADERS)$/.test(name) && name !== "PUBLIC_URL";
    const value = isSecret ? "what it is" : `'${env[name]}'`;
    throw new ConfigError(`${name} cannot be ${value}: it should be ${EXPECTED[name]}.`);
  }
  refuseUnknownAddress(parsed.data);
  refuseContentBelowBase(parsed.data);
  refuseArchive(parsed.data);
  const { PORT, CONTENT_PORT = PORT + 1 } = parsed.data;
  if (CONTENT_PORT === PORT || CONTENT_PORT > 65_535) {
    throw new ConfigError(
      `CONTENT_PORT cannot be '${CONTENT_PORT}': it should be a port other than PORT, up to 65535.`,
    );
  }
  return { ...parsed.data, CONTENT_PORT };
}

type Parsed = z.output<typeof schema>;

/** Requires PUBLIC_URL where requests could set the host that links in mails use. */
function refuseUnknownAddress({ SINGLE_INSTANCE, PUBLIC_URL, SMTP_URL, DEMO, HOST, TRUST_PROXY }: Parsed): void {
  if (!SINGLE_INSTANCE || PUBLIC_URL) return;
  const isOwnDemo = DEMO === "on" && isLoopback(HOST) && TRUST_PROXY === false && !SMTP_URL;
  if (!isOwnDemo)
    throw new ConfigError(
      "PUBLIC_URL has to be set with SINGLE_INSTANCE: links in mails begin with it. Set it to the address people use, such as https://learn.example.org.",
    );
}

/** Refuses an archive that would be lost with the data, or of a database that is archived where it runs. */
function refuseArchive({ ARCHIVE_URL, DATABASE_URL, DATA_DIR }: Parsed): void {
  if (ARCHIVE_URL === undefined) return;
  if (DATABASE_URL !== undefined)
    throw new ConfigError(
      "ARCHIVE_URL is for the built-in database: archive the PostgreSQL at DATABASE_URL where it runs.",
    );
  const { protocol, pathname } = new URL(ARCHIVE_URL);
  if (protocol === "file:" && `${decodeURIComponent(pathname)}/`.startsWith(`${DATA_DIR}/`))
    throw new ConfigError("ARCHIVE_URL cannot be in DATA_DIR: it would be lost with it. Use another disk.");
}

/** Refuses a content domain below the application's: cookies and storage of a domain are shared with its subdomains. */
function refuseContentBelowBase({ CONTENT_DOMAIN, BASE_DOMAIN, PUBLIC_URL }: Parsed): void {
  if (CONTENT_DOMAIN === undefined) return;
  const hosts = [BASE_DOMAIN, ...(PUBLIC_URL ? [new URL(PUBLIC_URL).hostname] : [])];
  const isWithin = (name: string, domain: string) => name === domain || name.endsWith(`.${domain}`);
  if (hosts.some((host) => isWithin(CONTENT_DOMAIN, host) || isWithin(host, CONTENT_DOMAIN)))
    throw new ConfigError(
      `CONTENT_DOMAIN cannot be '${CONTENT_DOMAIN}': it should be a domain apart from that of the application.`,
    );
}

/** Tells whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/**
 * Tells whether accounts with published passwords may be served beyond this machine, directly or through a proxy: only
 * with both DEMO=on and DEMO_PUBLIC=yes.
 */
export function mayServeDemo(config: Config, env: Record<string, string | undefined>): boolean {
  const isReachable = !isLoopback(config.HOST) || config.TRUST_PROXY !== false;
  return !isReachable || (env["DEMO"] === "on" && config.DEMO_PUBLIC === "yes");
}

function proxies(text: string, context: z.RefinementCtx): boolean | string[] {
  if (text === "on" || text === "off") return text === "on";
  const list = text.split(",").map((part) => part.trim());
  if (list.every(isAddressOrRange)) return list;
  context.addIssue({ code: "custom", message: "not a list of addresses" });
  return z.NEVER;
}

function networks(text: string, context: z.RefinementCtx): string[] {
  const list = text.split(",").flatMap((part) => part.trim() || []);
  if (list.every(isAddressOrRange)) return list;
  context.addIssue({ code: "custom", message: "not a list of addresses" });
  return z.NEVER;
}

function dnsServers(text: string, context: z.RefinementCtx): string[] {
  const list = text.split(",").map((part) => part.trim());
  if (list.every((part) => isIP(part.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1")) !== 0))
    return list;
  context.addIssue({ code: "custom", message: "not a list of addresses" });
  return z.NEVER;
}

/** Reads headers in the form of the W3C baggage header, with escaped values. */
function headers(text: string, context: z.RefinementCtx): Record<string, string> {
  try {
    const pairs = text.split(",").flatMap((part) => part.trim() || []);
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*=\s*(.*)$/.exec(pair)!;
        return [name!, decodeURIComponent(value!)];
      }),
    );
  } catch {
    context.addIssue({ code: "custom", message: "not a list of headers" });
    return z.NEVER;
  }
}

function isAddressOrRange(text: string): boolean {
  const [address = "", bits = "0", ...rest] = text.split("/");
  const version = isIP(address);
  return version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}
