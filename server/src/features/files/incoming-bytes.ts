import { pipeline, Readable, Transform } from "node:stream";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { HEAD_BYTES } from "./file-types.ts";

/** Reads as many first bytes as the type of a file needs, and returns them with a stream of all bytes. */
export async function readHead(stream: Readable): Promise<{ head: Buffer; rest: Readable }> {
  const chunks: Buffer[] = [];
  let length = 0;
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  while (length < HEAD_BYTES) {
    const { value, done } = await iterator.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const head = Buffer.concat(chunks);
  return { head, rest: Readable.from(whole(head, iterator), { objectMode: false }) };
}

/** Yields the first bytes and then the rest, at the reader's pace; an interrupted upload is an error of the stream. */
async function* whole(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Returns a stream that fails when it exceeds `most` bytes; an error of the source stays its own. */
export function limitBytes(source: Readable, field: string, most: number): Readable {
  let size = 0;
  const guard = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      if (size > most)
        done(new Invalid({ [field]: [t`This file is larger than ${Math.round(most / 1024 / 1024)} MB.`] }));
      else done(null, chunk);
    },
  });
  pipeline(source, guard, () => {});
  return guard;
}
