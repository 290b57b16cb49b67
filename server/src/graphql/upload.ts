import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { Invalid } from "../errors.ts";
import { parseJson } from "../platform/json.ts";
import { t } from "../i18n/message.ts";

/** A file of a multipart request. It is small and complete: the transaction opens after it was received. */
export class UploadedFile {
  readonly name: string;
  readonly #content: Buffer;

  constructor(name: string, content: Buffer) {
    this.name = name;
    this.#content = content;
  }

  get stream(): Readable {
    return Readable.from([this.#content]);
  }
}

const MB = 1024 * 1024;
const LIMITS = { files: 5, fields: 2, fieldSize: MB, fileSize: 10 * MB };

const operations = z.object({
  query: z.string().optional(),
  documentId: z.string().max(100).optional(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().max(200).nullish(),
});
const map = z.record(z.string().max(20), z.array(z.string().max(200)).length(1));

/**
 * Reads a request of the GraphQL multipart request convention: `operations`, `map`, then the files, each put where the
 * map says. A path may only name a variable that is null in the operations.
 * @throws Invalid for a request of another form
 */
export async function readMultipart(request: FastifyRequest): Promise<z.infer<typeof operations>> {
  const fields = new Map<string, string>();
  const files = new Map<string, UploadedFile>();
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type === "file") files.set(part.fieldname, new UploadedFile(part.filename, await part.toBuffer()));
    else fields.set(part.fieldname, String(part.value));
  }
  const operation = operations.safeParse(json(fields.get("operations")));
  const paths = map.safeParse(json(fields.get("map")));
  if (!operation.success || !paths.success) throw malformed();
  for (const [field, [path]] of Object.entries(paths.data)) {
    const file = files.get(field);
    if (!file) throw malformed();
    put(operation.data, path!.split("."), file);
  }
  return operation.data;
}

function put(operation: object, path: string[], file: UploadedFile): void {
  if (path[0] !== "variables" || path.length < 2) throw malformed();
  let holder: object = operation;
  for (const step of path.slice(0, -1)) {
    const next: unknown = Object.hasOwn(holder, step) ? (holder as Record<string, unknown>)[step] : undefined;
    if (typeof next !== "object" || next === null) throw malformed();
    holder = next;
  }
  const last = path.at(-1)!;
  if (!Object.hasOwn(holder, last) || (holder as Record<string, unknown>)[last] !== null) throw malformed();
  (holder as Record<string, unknown>)[last] = file;
}

/** Parses a JSON text. @throws Invalid for a text with too many values or levels */
function json(text: string | undefined): unknown {
  try {
    return parseJson(text ?? "");
  } catch (error) {
    if (error instanceof Invalid) throw error;
    return undefined;
  }
}

const malformed = () =>
  new Invalid({ map: [t`The parts of this request are not as the GraphQL multipart convention has them.`] });
