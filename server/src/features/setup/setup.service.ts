import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { isLabel } from "../../access/host.ts";
import { hashPassword, passwordProblem } from "../../access/passwords.ts";
import { platformInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { AppError, Invalid } from "../../errors.ts";
import { EMAIL } from "../../platform/email-addresses.ts";
import type { Platform } from "../../platform/platform.ts";
import * as queries from "./setup.queries.ts";
import { t } from "../../i18n/message.ts";

class LinkUsed extends AppError {
  constructor() {
    super(
      "NOT_FOUND",
      t`This link is not valid any more. If an account was created with it, log in at the address of your site.`,
    );
  }
}

const LIVES_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the one-time link that creates the first super_admin and the first instance of an empty database. It is
 * derived from the server's secret and the current day, and ends with its use, because the database is no longer empty.
 */
export async function setUpLink(platform: Platform, origin: string): Promise<string> {
  const expires = Date.now() + LIVES_MS;
  return `${origin}/setup?token=${expires.toString(36)}.${signature(platform, expires)}`;
}

/** Checks a set-up link. @throws NotFound when it is forged, expired or used */
export async function checkSetUp(platform: Platform, token: string): Promise<void> {
  const [time, given] = token.split(".");
  const expires = Number.parseInt(time ?? "", 36);
  const expected = Buffer.from(signature(platform, expires));
  const isValid =
    given?.length === expected.length && timingSafeEqual(Buffer.from(given), expected) && expires > Date.now();
  if (!isValid || (await queries.countInstances(platform.database)) > 0) throw new LinkUsed();
}

const form = z.object({
  first_name: z
    .string()
    .trim()
    .min(1, t`Enter your first name.`)
    .max(100),
  last_name: z
    .string()
    .trim()
    .min(1, t`Enter your last name.`)
    .max(100),
  email: z.email({ pattern: EMAIL, error: t`Enter a valid email.` }).max(320),
  password: z.string(),
  name: z
    .string()
    .trim()
    .min(1, t`Enter the name of the organisation.`)
    .max(200),
  domain: z.string().trim().toLowerCase().default(""),
});

/** Creates a label for the address of an instance from its name: 'Société Été' becomes 'societe-ete'. */
function proposeLabel(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, "");
}

/**
 * Creates the first super_admin and the first instance, once. Its domain is that of SINGLE_INSTANCE, where it is set;
 * without a domain it is derived from the name.
 * @returns the label of the new instance, and the email of the super_admin
 * @throws NotFound for an invalid link; Invalid by field
 */
export async function setUp(
  platform: Platform,
  token: string,
  input: unknown,
): Promise<{ domain: string; email: string }> {
  await checkSetUp(platform, token);
  const parsed = form.safeParse(input);
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  const { name, password, domain: given, ...person } = parsed.data;
  const domain = platform.config.SINGLE_INSTANCE ?? (given || proposeLabel(name));
  if (!isLabel(domain))
    throw new Invalid({ domain: [t`Use small letters, digits and hyphens; some names are reserved.`] });
  const problem = passwordProblem(password, [person.email, person.first_name, person.last_name, name]);
  if (problem) throw new Invalid({ password: [problem] });

  const password_hash = await hashPassword(password);
  const home = await platformInstanceId(platform.database);
  const isFirst = await inInstance(platform.database, home, (db) =>
    queries.insertFirst(db, home, { ...person, password_hash }, { name, domain }),
  );
  if (!isFirst) throw new LinkUsed();
  return { domain, email: person.email };
}

function signature({ secret }: Platform, expires: number): string {
  return createHmac("sha256", secret).update(`set up\n${expires}`).digest("base64url");
}
