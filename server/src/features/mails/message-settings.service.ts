import { createHash } from "node:crypto";
import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { isLanguage, type Language, LANGUAGES, translate } from "../../i18n/translate.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { type Block, toBlocks, toSubject } from "./message-blocks.ts";
import {
  describeKind,
  getDefaultText,
  isMessageKind,
  isNotice,
  listPlaceholders,
  MESSAGE_KINDS,
  type MessageKind,
  type MessageText,
  type Placeholder,
} from "./message-kinds.ts";
import * as queries from "./message-settings.queries.ts";
import { type GivenText, readText } from "./message-text-input.ts";
import { toNoticeValues } from "./mail-templates.ts";
import type { Notice } from "./notice-texts.ts";
import type { TestMail } from "./test-mails.service.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "mail.test": JobPayload & TestMail;
  }
}

/** A kind of message with what the instance has changed about it. */
export interface MessageSettings {
  kind: MessageKind;
  name: string;
  by_mail: boolean;
  /** Null for a mail that is no notification. */
  in_product: boolean | null;
  /** Why it cannot be switched off; null when it can. */
  always: string | null;
  placeholders: Placeholder[];
  texts: (MessageText & {
    language: Language;
    /** Changes with the subject and the body. */
    version: string;
    is_own: boolean;
    default_subject: string;
    default_body: string;
  })[];
}

/** Lists the messages that the product sends, or one of them. @throws NotFound for an unknown kind */
export async function listMessages(actor: Actor, kind: string | null): Promise<MessageSettings[]> {
  const reach = await actor.reach("settings.manage");
  const kinds = kind === null ? MESSAGE_KINDS : [readKind(kind)];
  const changes = await queries.listChanges(reach.db, reach.instanceId);
  return kinds.map((each) => toSettings(each, changes, actor.visit.language));
}

/** Switches a message on or off, by mail and in the product. @throws Invalid for one that is always sent */
export async function switchMessage(
  actor: Actor,
  given: string,
  input: { by_mail?: boolean | null | undefined; in_product?: boolean | null | undefined },
): Promise<MessageSettings> {
  const reach = await actor.reach("settings.manage");
  const kind = readKind(given);
  const { always } = describeKind(kind);
  await queries.lockMessages(reach);
  const before = toSettings(kind, await queries.listChanges(reach.db, reach.instanceId), actor.visit.language);
  const after = { by_mail: input.by_mail ?? before.by_mail, in_product: input.in_product ?? before.in_product ?? true };
  if (always !== undefined && !after.by_mail) throw new Invalid({ by_mail: [always] });
  if (!isNotice(kind) && !after.in_product) throw new Invalid({ in_product: [t`This message is a mail only.`] });
  if (after.by_mail === before.by_mail && after.in_product === (before.in_product ?? true)) return before;
  await queries.storeSwitches(reach, kind, after);
  await record(actor, reach, "message.switched", kind, {
    by_mail: [before.by_mail, after.by_mail],
    ...(isNotice(kind) && { in_product: [before.in_product, after.in_product] }),
  });
  return findSettings(actor, reach, kind);
}

/**
 * Stores an instance's own text of a message in a language.
 * @param version that of the text that was edited; without it, the last change wins
 * @throws Invalid by field; Conflict when the text is another one by now
 */
export async function updateMessage(actor: Actor, given: GivenText, version?: string | null): Promise<MessageSettings> {
  const reach = await actor.reach("settings.manage");
  const { kind, language, text } = readText(readKind(given.kind), readLanguage(given.language), given);
  await queries.lockMessages(reach);
  const own = (await queries.listChanges(reach.db, reach.instanceId)).texts;
  const before = own.find((each) => each.kind === kind && each.language === language);
  const { subject, body } = before ?? getDefaultText(kind, language);
  if (version != null && version !== toVersion({ subject, body }))
    throw new Conflict(
      t`Another admin has changed this text since you opened it. Copy what you typed, reload the page and change it again.`,
    );
  if (before && subject === text.subject && body === text.body) return findSettings(actor, reach, kind);
  await queries.storeText(reach, kind, language, text);
  await record(actor, reach, "message.updated", kind, {
    language,
    ...(subject !== text.subject && { subject: [subject, text.subject] }),
    ...(body !== text.body && { text: [body, text.body] }),
  });
  return findSettings(actor, reach, kind);
}

/** Deletes an instance's own text: the product's own one is sent again. */
export async function restoreMessage(
  actor: Actor,
  given: { kind: string; language: string },
): Promise<MessageSettings> {
  const reach = await actor.reach("settings.manage");
  const [kind, language] = [readKind(given.kind), readLanguage(given.language)];
  await queries.lockMessages(reach);
  if (await queries.deleteText(reach, kind, language))
    await record(actor, reach, "message.restored", kind, { language });
  return findSettings(actor, reach, kind);
}

/** What a message looks like with data of the instance. */
export interface MessagePreview {
  subject: string;
  blocks: Block[];
}

/** Fills a text that may not be saved yet with a course, a unit and people of the instance. @throws Invalid by field */
export async function previewMessage(actor: Actor, given: GivenText): Promise<MessagePreview> {
  const reach = await actor.reach("settings.manage");
  const { kind, language, text } = readText(readKind(given.kind), readLanguage(given.language), given);
  const values = await exampleValues(actor, reach, kind, language);
  return { subject: toSubject(text, values), blocks: toBlocks(text, values) };
}

/**
 * Mails a text that may not be saved yet to the caller, with the data of the preview.
 * @returns the address it goes to
 * @throws Invalid by field; RateLimited after ten in a quarter of an hour
 */
export async function sendTestMessage(actor: Actor, given: GivenText): Promise<string> {
  const reach = await actor.reach("settings.manage");
  const { kind, language, text } = readText(readKind(given.kind), readLanguage(given.language), given);
  await actor.platform.attempts.begin(`${reach.instanceId}:${reach.userId}`, actor.visit.address, "test_mail");
  const values = await exampleValues(actor, reach, kind, language);
  await actor.platform.jobs.enqueue(reach.db, "mail.test", {
    instanceId: reach.instanceId,
    actorId: reach.userId,
    userId: reach.userId,
    origin: actor.visit.origin,
    language,
    text,
    values,
  });
  return actor.person.email;
}

const readKind = (kind: string): MessageKind => {
  if (!isMessageKind(kind)) throw new NotFound("Message");
  return kind;
};

const readLanguage = (language: string): Language => {
  if (!isLanguage(language)) throw new Invalid({ language: [t`Choose a language of the list.`] });
  return language;
};

async function exampleValues(
  actor: Actor,
  reach: Reach<"settings.manage">,
  kind: MessageKind,
  language: Language,
): Promise<Record<string, string>> {
  const { course, unit, person } = await queries.findExample(reach);
  const own = `${actor.person.firstName} ${actor.person.lastName}`;
  const about: Omit<Notice, "kind" | "path"> = {
    course: course ?? "…",
    unit: unit ?? "…",
    person: person ?? own,
    domain: "learn.example.org",
    subject: "Welcome",
    message: "Your courses are ready.",
    on: new Date(Date.now() + 7 * 24 * 3600 * 1000).toISOString(),
    overdue: 3,
    dueSoon: 5,
  };
  const values: Record<string, string> = {
    ...toNoticeValues(about, language),
    first_name: actor.person.firstName,
    site: actor.instance.name,
    by: own,
    report: course ?? "…",
  };
  const names = listPlaceholders(kind).map(({ name }) => name);
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]!]] : [])));
}

async function findSettings(actor: Actor, { db, instanceId }: Reach, kind: MessageKind): Promise<MessageSettings> {
  return toSettings(kind, await queries.listChanges(db, instanceId), actor.visit.language);
}

function toSettings(
  kind: MessageKind,
  { switches, texts }: queries.MessageChanges,
  language: Language,
): MessageSettings {
  const { name, always } = describeKind(kind);
  const stored = switches.find((each) => each.kind === kind);
  return {
    kind,
    name: translate(name, language),
    by_mail: stored?.by_mail ?? true,
    in_product: isNotice(kind) ? (stored?.in_product ?? true) : null,
    always: always === undefined ? null : translate(always, language),
    placeholders: listPlaceholders(kind),
    texts: LANGUAGES.map((each) => {
      const own = texts.find((text) => text.kind === kind && text.language === each);
      const standard = getDefaultText(kind, each);
      const { subject, body } = own ?? standard;
      return {
        language: each,
        version: toVersion({ subject, body }),
        is_own: own !== undefined,
        subject,
        body,
        default_subject: standard.subject,
        default_body: standard.body,
      };
    }),
  };
}

/** Returns the version of a text: texts that are equal have the same. */
function toVersion({ subject, body }: MessageText): string {
  return createHash("sha256")
    .update(JSON.stringify([subject, body]))
    .digest("base64url");
}

async function record(
  actor: Actor,
  reach: Reach<"settings.manage">,
  action: "message.switched" | "message.updated" | "message.restored",
  kind: MessageKind,
  changes: Record<string, unknown>,
): Promise<void> {
  const subject = { type: "message" as const, id: null, name: translate(describeKind(kind).name, "en") };
  await recordAudit(actor, reach, { action, subject, changes });
}
