import type { Actor, Reach } from "../../../access/actor.ts";
import { type PageOptions, toPageOptions } from "../../../db/page.ts";
import { Conflict, Invalid, NotFound } from "../../../errors.ts";
import { type Message, t } from "../../../i18n/message.ts";
import { translate } from "../../../i18n/translate.ts";
import { differences, recordAudit } from "../../audit/audit.service.ts";
import {
  type IncomingFile,
  resolveFiles,
  signedAddressOrNull,
  storePrinted,
  type WantedFile,
} from "../../files/files.service.ts";
import { listVisibleFields } from "../../user-fields/user-fields.service.ts";
import { type Design, type DesignInput, type GivenDesign, listPictures, parseDesign } from "./design.ts";
import { PLACEHOLDERS, toFieldPlaceholder } from "./placeholders.ts";
import * as queries from "./templates.queries.ts";

type Managing = Reach<"certificate_template.manage">;

/** A design with the addresses of its pictures, as the editor shows it. */
export type ShownDesign = GivenDesign;

export interface TemplateInput {
  name: string;
  design: DesignInput;
}

const LONGEST_NAME = 100;
const MOST_VERSIONS = 50;

/** Returns a page of the instance's templates. */
export async function getPageOfTemplates(actor: Actor, options: PageOptions) {
  const reach = await actor.reach("certificate_template.manage");
  const page = toPageOptions(options);
  return {
    total: await queries.countTemplates(reach, page.search),
    rows: await queries.listTemplates(reach, page),
  };
}

/** Returns a template with one version of its design, the latest by default. @throws NotFound */
export async function getTemplate(actor: Actor, id: number, version?: number | null) {
  const reach = await actor.reach("certificate_template.manage");
  const template = await findTemplate(reach, id);
  const design = await queries.findDesign(reach, id, version ?? template.version);
  if (!design) throw new NotFound("Version");
  return {
    ...template,
    design: toShown(actor, design),
    versions: await queries.listVersions(reach, id, MOST_VERSIONS),
  };
}

/** Creates a template. @throws Invalid by field */
export async function createTemplate(actor: Actor, input: TemplateInput) {
  const reach = await actor.reach("certificate_template.manage");
  const name = await checkName(reach, input.name, null);
  const design = await readDesign(reach, input.design);
  const id = await queries.insertTemplate(reach, name);
  await queries.insertVersion(reach, { template_id: id, version: 1, design, picture_keys: listPictures(design) });
  await recordAudit(actor, reach, {
    action: "certificate_template.created",
    subject: toSubject({ id, name }),
    changes: { name },
  });
  return getTemplate(actor, id);
}

/**
 * Saves a new version of a template. Certificates that were issued with earlier versions stay as they are.
 * @throws NotFound; Conflict when it has changed since `version`; Invalid by field
 */
export async function updateTemplate(
  actor: Actor,
  { id, version, input }: { id: number; version: number; input: TemplateInput },
) {
  const reach = await actor.reach("certificate_template.manage");
  const before = await findTemplate(reach, id, { lock: true });
  if (before.version !== version)
    throw new Conflict(t`This template was changed by someone else meanwhile. Reload the page to see the change.`);
  const name = await checkName(reach, input.name, id);
  const design = await readDesign(reach, input.design);
  const old = (await queries.findDesign(reach, id, version))!;
  const next = version + 1;
  await queries.insertVersion(reach, { template_id: id, version: next, design, picture_keys: listPictures(design) });
  await queries.updateTemplate(reach, id, { name, version: next });
  await recordAudit(actor, reach, {
    action: "certificate_template.updated",
    subject: toSubject(before),
    changes: {
      ...differences({ name: before.name }, { name }),
      fields: Object.keys(differences(old, design)).join(", "),
      version: [version, next],
    },
  });
  return getTemplate(actor, id);
}

/**
 * Deletes a template, which can be restored for 30 days. Courses that use it issue the certificate of their type again;
 * certificates that were issued stay as they are.
 * @throws NotFound
 */
export async function deleteTemplate(actor: Actor, id: number): Promise<{ id: number }> {
  const reach = await actor.reach("certificate_template.manage");
  const template = await findTemplate(reach, id, { lock: true });
  await queries.updateTemplate(reach, id, { deleted_at: new Date() });
  await recordAudit(actor, reach, {
    action: "certificate_template.deleted",
    subject: toSubject(template),
    changes: { courses: template.courses, paths: template.paths },
  });
  return { id };
}

const PICTURES = {
  background: "certificate_background",
  logo: "certificate_picture",
  signature: "certificate_picture",
} as const;

/** Stores a picture for a template; returns its address, which a design then names. @throws Invalid for `file` */
export async function uploadPicture(actor: Actor, kind: string, file?: IncomingFile | null): Promise<string> {
  const reach = await actor.reach("certificate_template.manage");
  if (!file) throw new Invalid({ file: [t`Choose a file to upload.`] });
  if (!Object.hasOwn(PICTURES, kind)) throw new Invalid({ kind: [t`Choose background, logo or signature.`] });
  return storePrinted(actor.platform, reach, PICTURES[kind as keyof typeof PICTURES], file, "file");
}

/** Lists the placeholders of texts, with what they stand for: also the fields of users. */
export async function listPlaceholders(actor: Actor): Promise<{ name: string; label: string }[]> {
  const reach = await actor.reach("certificate_template.manage");
  const fields = await listVisibleFields(reach);
  const { language } = actor.visit;
  return [
    ...Object.entries<Message>(PLACEHOLDERS).map(([name, label]) => ({ name, label: translate(label, language) })),
    ...fields.map(({ id, name }) => ({ name: toFieldPlaceholder(id), label: name })),
  ];
}

/** Lists the templates that courses and learning paths can use. */
export async function listChoices(actor: Actor): Promise<{ id: number; name: string }[]> {
  return queries.listChoices(await actor.reach("course.author"));
}

/** Checks that a course or learning path may use a template. @throws Invalid for `certificate_template_id` */
export async function checkChoice(
  reach: Reach<"course.author"> | Reach<"learning_path.manage">,
  templateId: number | null,
  courseId: number | null,
): Promise<void> {
  if (templateId !== null && !(await queries.mayUse(reach, templateId, courseId)))
    throw new Invalid({ certificate_template_id: [t`This certificate template does not exist.`] });
}

/** Reads a design from a client, with the files of its pictures. @throws Invalid by field */
export async function readDesign(reach: Managing, input: unknown): Promise<Design> {
  const fields = new Set((await listVisibleFields(reach)).map(({ id }) => id));
  const { logo_url, background_url, signatures, ...design } = parseDesign(input, fields);
  const picture = (address: string | null, field: string, purpose: WantedFile["purpose"]): WantedFile[] =>
    address === null ? [] : [{ address, purpose, field }];
  const files = await resolveFiles(reach, [
    ...picture(logo_url, "logo_url", "certificate_picture"),
    ...picture(background_url, "background_url", "certificate_background"),
    ...signatures.flatMap((each, index) => picture(each.picture_url, `signature_${index + 1}`, "certificate_picture")),
  ]);
  const findKey = (address: string | null) => (address === null ? null : files.get(address)!.key);
  return {
    ...design,
    logo_key: findKey(logo_url),
    background_key: findKey(background_url),
    signatures: signatures.map(({ picture_url, ...each }) => ({ ...each, picture_key: findKey(picture_url) })),
  };
}

function toShown({ platform: { secret } }: Actor, stored: Design): ShownDesign {
  const { logo_key, background_key, signatures, ...design } = stored;
  return {
    ...design,
    logo_url: signedAddressOrNull(secret, logo_key),
    background_url: signedAddressOrNull(secret, background_key),
    signatures: signatures.map(({ picture_key, ...each }) => ({
      ...each,
      picture_url: signedAddressOrNull(secret, picture_key),
    })),
  };
}

async function findTemplate(reach: Managing, id: number, options?: { lock: boolean }): Promise<queries.TemplateRow> {
  const found = await queries.findTemplate(reach, id, options);
  if (!found) throw new NotFound("Template");
  return found;
}

async function checkName(reach: Managing, given: string, id: number | null): Promise<string> {
  const name = given.trim();
  if (!name) throw new Invalid({ name: [t`Enter a name.`] });
  if (name.length > LONGEST_NAME) throw new Invalid({ name: [t`A name has at most ${LONGEST_NAME} characters.`] });
  if (await queries.nameIsTaken(reach, name, id))
    throw new Invalid({ name: [t`There is already another template with this name.`] });
  return name;
}

const toSubject = ({ id, name }: { id: number; name: string }) => ({ type: "certificate_template" as const, id, name });
