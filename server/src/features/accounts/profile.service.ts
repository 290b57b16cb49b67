import * as z from "zod";
import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import type { SessionUser } from "./accounts.service.ts";
import * as queries from "./profile.queries.ts";

export interface Profile extends SessionUser {
  /** The language the person chose; null follows the site. */
  language: string | null;
}

const form = z.object({
  first_name: z.string().trim().min(1, "Enter your first name.").max(100, "This can have at most 100 characters."),
  last_name: z.string().trim().min(1, "Enter your last name.").max(100, "This can have at most 100 characters."),
  language: z.enum(["en", "fr", "es"], "Choose one of the languages.").nullable(),
});

/**
 * Changes one's own name, language, and whether one gets mail of what happens in one's courses. For one of the platform's own people it holds everywhere.
 * @throws Invalid by field; also for an e-mail other than one's own, which is not changed here (decision 19)
 */
export async function updateProfile(
  actor: Actor,
  input: {
    first_name?: string | null | undefined;
    last_name?: string | null | undefined;
    email?: string | null | undefined;
    language?: string | null | undefined;
    email_notifications?: boolean | null | undefined;
  },
): Promise<Profile> {
  const reach = await actor.reach("profile.edit");
  const { person } = actor;
  if (input.email != null && input.email.trim().toLowerCase() !== person.email.toLowerCase())
    throw new Invalid({ email: ["The email cannot be changed here. Please ask your training administrator."] });
  const parsed = form.safeParse({
    first_name: input.first_name ?? person.firstName,
    last_name: input.last_name ?? person.lastName,
    language: input.language === undefined ? person.language : input.language || null,
  });
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  const values = { ...parsed.data, email_notifications: input.email_notifications ?? undefined };
  await queries.updatePerson(reach.db, reach.instanceId, person.id, values);
  if (person.platformUserId !== null) {
    const platform = await actor.reachPlatform();
    await queries.updatePerson(platform.db, platform.instanceId, person.platformUserId, values);
  }
  return { id: person.id, email: person.email, role: person.role, ...parsed.data };
}

/** Whether one gets mail of what happens in one's courses. */
export async function wantsMail(actor: Actor): Promise<boolean> {
  const reach = await actor.reach("learn");
  return queries.wantsMail(reach.db, reach.instanceId, reach.userId);
}
