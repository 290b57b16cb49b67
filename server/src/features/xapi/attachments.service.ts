import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Platform } from "../../platform/platform.ts";
import { newKey } from "../files/files.service.ts";
import * as queries from "./attachments.queries.ts";
import type { Part, PartToWrite } from "./multipart.ts";
import { bad } from "./refusal.ts";
import { checkSignature, SIGNATURE } from "./signatures.ts";
import { requireStorage } from "./storage.service.ts";
import { isSubStatement } from "./statement-index.ts";
import type { Attachment, Statement, Version } from "./statement-rules.ts";
import type { Store } from "./statements.queries.ts";

/**
 * Checks that every attachment has its bytes or an address and every part its attachment (xAPI 2.0, 4.1.3 and 4.2.2.6),
 * checks signatures, and stores the bytes.
 * @throws XapiRefusal 400; 413 when the storage limit is reached
 */
export async function keepAttachments(
  platform: Platform,
  reach: Store,
  statements: readonly Statement[],
  parts: readonly Part[],
  version: Version,
): Promise<void> {
  const sent = new Map(parts.map((part) => [getHash(part), part.content]));
  const attachments = statements.flatMap(listAttachments);
  for (const { sha2, fileUrl } of attachments)
    if (fileUrl === undefined && !sent.has(sha2.toLowerCase()))
      throw bad(`The attachment ${sha2} has neither a part of its own nor a fileUrl.`);
  const named = new Map(attachments.map((attachment) => [attachment.sha2.toLowerCase(), attachment]));
  for (const sha2 of sent.keys()) if (!named.has(sha2)) throw bad(`No statement names the part ${sha2}.`);
  for (const statement of statements)
    for (const { usageType, sha2, contentType } of statement.attachments ?? [])
      if (usageType === SIGNATURE) {
        if (contentType !== "application/octet-stream") throw bad("A signature is an application/octet-stream.");
        await checkSignature(statement, sent.get(sha2.toLowerCase()) ?? Buffer.alloc(0), version);
      }
  const known = new Set((await queries.findAttachments(reach, [...sent.keys()])).map(({ sha2 }) => sha2));
  const fresh = [...sent].filter(([sha2]) => !known.has(sha2));
  const bytes = fresh.reduce((sum, [, content]) => sum + content.length, 0);
  await requireStorage(platform, reach, bytes);
  const files: queries.AttachmentFile[] = [];
  for (const [sha2, content] of fresh) {
    const file_key = newKey(reach.instanceId);
    const content_type = named.get(sha2)!.contentType;
    await platform.files.put(file_key, Readable.from([content]), { type: content_type });
    files.push({ sha2, content_type, file_key, size: content.length });
  }
  await queries.insertAttachments(reach, files);
}

/** Finds the attachments of these statements, as parts whose bytes are read when they are written. */
export async function findAttachments(
  platform: Platform,
  reach: Store,
  statements: readonly Statement[],
): Promise<PartToWrite[]> {
  const hashes = [...new Set(statements.flatMap(listAttachments).map(({ sha2 }) => sha2.toLowerCase()))];
  const files = await queries.findAttachments(reach, hashes);
  return files.map(({ sha2, content_type, file_key }) => ({
    headers: {
      "Content-Type": content_type,
      "Content-Transfer-Encoding": "binary",
      "X-Experience-API-Hash": sha2,
    },
    open: () => platform.files.get(file_key),
  }));
}

function listAttachments({ attachments = [], object }: Statement): Attachment[] {
  return [...attachments, ...(isSubStatement(object) ? (object.attachments ?? []) : [])];
}

function getHash({ headers, content }: Part): string {
  const named = headers["x-experience-api-hash"]?.toLowerCase();
  if (headers["content-transfer-encoding"]?.toLowerCase() !== "binary")
    throw bad("A part with an attachment has the Content-Transfer-Encoding 'binary'.");
  if (!named) throw bad("A part with an attachment has its X-Experience-API-Hash.");
  if (createHash("sha256").update(content).digest("hex") !== named)
    throw bad("The bytes of a part are not those of its X-Experience-API-Hash.");
  return named;
}
