import type { Actor, Reach } from "../../access/actor.ts";
import type { Role } from "../../access/permissions.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import { ACCOUNT_TEXTS, type AccountChange, describeChange } from "./account-texts.ts";
import { readLogo } from "./mail-header.ts";
import { composeAccountMail } from "./mail-templates.ts";
import { toOwnLook } from "./own-look.ts";
import { listChanges } from "./message-settings.queries.ts";
import * as queries from "./mails.queries.ts";

export type { AccountChange } from "./account-texts.ts";

interface AccountChanged {
  instanceId: number;
  userId: number;
  /** The name of the user who made the changes. */
  by: string;
  changes: AccountChange[];
}

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "mail.account_changed": JobPayload & AccountChanged;
  }
}

/**
 * Mails a user, when the transaction commits, that another user changed their role or access. Own changes are not
 * mailed.
 */
export async function queueAccountChange(
  actor: Actor,
  at: Pick<Reach, "db" | "instanceId" | "userId">,
  userId: number,
  changes: AccountChange[],
): Promise<void> {
  const { instanceId } = at;
  if (changes.length === 0 || (instanceId === actor.instance.id && userId === at.userId)) return;
  const job = { instanceId, actorId: at.userId, userId, by: actor.name, changes };
  await actor.platform.jobs.enqueue(at.db, "mail.account_changed", job);
}

/** Sends the mail, also to users who turned other mails off, but not to deleted or inactive users. */
export async function sendAccountChange(
  platform: Platform,
  { instanceId, userId, by, changes }: AccountChanged,
): Promise<void> {
  const found = await inInstance(platform.database, instanceId, async (db) => {
    const recipient = await queries.findRecipient(db, instanceId, { id: userId }, null);
    if (!recipient) return null;
    const { name, is_platform } = await queries.findSite(db, instanceId);
    return {
      recipient,
      own: await listChanges(db, instanceId),
      site: is_platform ? platform.config.PRODUCT_NAME : name,
      logo: recipient.logo_key ? await queries.findFile(db, instanceId, recipient.logo_key) : undefined,
    };
  });
  if (!found) return;
  const { recipient, site } = found;
  const { language, color, email, first_name, role } = recipient;
  const head = {
    siteName: recipient.site_name,
    language,
    color,
    logo: await readLogo(platform, found.logo),
    ...toOwnLook(recipient, found.own, language),
  };
  const newRole = changes.some(({ kind }) => kind === "role");
  const what = newRole ? "role" : "access";
  const texts = {
    kind: newRole ? ("role_changed" as const) : ("access_changed" as const),
    name: first_name,
    changes: changes.map((change) => describeChange(change, { by, site, role: role as Role })),
    after: [...(newRole ? [ACCOUNT_TEXTS.signedOut] : []), ACCOUNT_TEXTS.question],
  };
  const [subject, title] = [ACCOUNT_TEXTS.subjects[what](site), ACCOUNT_TEXTS.titles[what]];
  await platform.mailer.send({ instanceId, to: email, ...composeAccountMail(head, { subject, title, ...texts }) });
}
