import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { isLabel } from "../../access/host.ts";
import { hashPassword, passwordProblem } from "../../access/passwords.ts";
import { platformInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { Invalid, NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import * as queries from "./setup.queries.ts";

const LIVES_MS = 24 * 60 * 60 * 1000;

/**
 * The one-time link that makes the first super_admin and the first instance of an empty database. It is derived from the
 * server's secret and the day it is printed, and dies with its use, since the database is then no longer empty.
 */
export async function setUpLink(platform: Platform, origin: string): Promise<string> {
  const expires = Date.now() + LIVES_MS;
  return `${origin}/setup?token=${expires.toString(36)}.${signature(platform, expires)}`;
}

/** @throws NotFound when the link is forged, over, or has been used */
export async function checkSetUp(platform: Platform, token: string): Promise<void> {
  const [time, given] = token.split(".");
  const expires = Number.parseInt(time ?? "", 36);
  const expected = Buffer.from(signature(platform, expires));
  const isValid =
    given?.length === expected.length && timingSafeEqual(Buffer.from(given), expected) && expires > Date.now();
  if (!isValid || (await queries.countInstances(platform.database)) > 0) throw new NotFound("This link");
}

const form = z.object({
  first_name: z.string().trim().min(1, "Enter your first name.").max(100),
  last_name: z.string().trim().min(1, "Enter your last name.").max(100),
  email: z.email("Enter a valid email.").max(320),
  password: z.string(),
  name: z.string().trim().min(1, "Enter the name of the organisation.").max(200),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .refine(isLabel, "Use small letters, digits and hyphens; some names are reserved."),
});

/**
 * Makes the first super_admin and the first instance, once.
 * @returns the label of the new instance
 * @throws NotFound for a link that is not valid any more; Invalid by field
 */
export async function setUp(platform: Platform, token: string, input: unknown): Promise<string> {
  await checkSetUp(platform, token);
  const parsed = form.safeParse(input);
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  const { name, domain, password, ...person } = parsed.data;
  const problem = passwordProblem(password, [person.email, name]);
  if (problem) throw new Invalid({ password: [problem] });

  const password_hash = await hashPassword(password);
  const home = await platformInstanceId(platform.database);
  const isFirst = await inInstance(platform.database, home, (db) =>
    queries.insertFirst(db, home, { ...person, password_hash }, { name, domain }),
  );
  if (!isFirst) throw new NotFound("This link");
  return domain;
}

function signature({ secret }: Platform, expires: number): string {
  return createHmac("sha256", secret).update(`set up\n${expires}`).digest("base64url");
}
