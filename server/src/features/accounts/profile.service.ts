import * as z from "zod";
import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import type { SessionUser } from "./accounts.service.ts";
import { type FieldInput, updateOwnFields } from "../user-fields/user-fields.service.ts";
import * as queries from "./profile.queries.ts";
import { t } from "../../i18n/message.ts";

export interface Profile extends SessionUser {
  /** The user's language; null uses the site's. */
  language: string | null;
}

const form = z.object({
  first_name: z
    .string()
    .trim()
    .min(1, t`Enter your first name.`)
    .max(100, t`This can have at most 100 characters.`),
  last_name: z
    .string()
    .trim()
    .min(1, t`Enter your last name.`)
    .max(100, t`This can have at most 100 characters.`),
  language: z.enum(["en", "fr", "es"], t`Choose one of the languages.`).nullable(),
});

/**
 * Changes the caller's name, language, and whether they get mails about their courses. For operators it applies
 * everywhere.
 * @throws Invalid by field; also for a different e-mail, which cannot be changed here (P19)
 */
export async function updateProfile(
  actor: Actor,
  input: {
    first_name?: string | null | undefined;
    last_name?: string | null | undefined;
    email?: string | null | undefined;
    language?: string | null | undefined;
    email_notifications?: boolean | null | undefined;
    /** Values of the organisation's own fields that users may change. */
    fields?: FieldInput[] | null | undefined;
  },
): Promise<Profile> {
  const reach = await actor.reach("profile.edit");
  const { person } = actor;
  if (input.email != null && input.email.trim().toLowerCase() !== person.email.toLowerCase())
    throw new Invalid({ email: [t`The email cannot be changed here. Please ask your training administrator.`] });
  const parsed = form.safeParse({
    first_name: input.first_name ?? person.firstName,
    last_name: input.last_name ?? person.lastName,
    language: input.language === undefined ? person.language : input.language || null,
  });
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  const values = { ...parsed.data, email_notifications: input.email_notifications ?? undefined };
  if (input.fields && person.platformUserId === null) await updateOwnFields(actor, reach, input.fields);
  await queries.updatePerson(reach.db, reach.instanceId, person.id, values);
  if (person.platformUserId !== null) {
    const platform = await actor.reachPlatform();
    await queries.updatePerson(platform.db, platform.instanceId, person.platformUserId, values);
  }
  return { id: person.id, email: person.email, role: person.role, ...parsed.data };
}

/** Tells whether the caller gets mails about their courses. */
export async function wantsMail(actor: Actor): Promise<boolean> {
  const reach = await actor.reach("learn");
  return queries.wantsMail(reach.db, reach.instanceId, reach.userId);
}
