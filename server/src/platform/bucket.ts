import { Readable } from "node:stream";
import { NotFound } from "../errors.ts";
import type { FileStore, StoredFile } from "./file-store.ts";

const PART_BYTES = 8 * 1024 * 1024;

/** An S3 bucket, of which only the objects are seen whose keys have the form that its user gives them. */
export class Bucket implements FileStore {
  readonly #url: URL;
  readonly #name: string;
  readonly #form: RegExp;
  #client: Promise<import("@aws-sdk/client-s3").S3Client> | undefined;

  /** @param url `s3://key:secret@host:port/bucket?region=eu-west-1&tls=off` */
  constructor(url: URL, form: RegExp) {
    this.#url = url;
    this.#name = decodeURIComponent(url.pathname.slice(1));
    this.#form = form;
  }

  async put(key: string, stream: Readable, { type }: { type: string }): Promise<{ size: number }> {
    const body = new Counted(stream);
    const bytes = Readable.from(body, { objectMode: false });
    const { Upload } = await import("@aws-sdk/lib-storage");
    const params = { Bucket: this.#name, Key: this.#checked(key), Body: bytes, ContentType: type };
    try {
      await new Upload({ client: await this.#open(), params, partSize: PART_BYTES, queueSize: 2 }).done();
      return { size: body.size };
    } catch (error) {
      // An S3 clone that cannot abort an upload returns an error of its own, which would hide the cause.
      throw body.failure ?? error;
    } finally {
      bytes.destroy();
    }
  }

  async get(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const { GetObjectCommand } = await import("@aws-sdk/client-s3");
    const Range = range && `bytes=${range.start}-${range.end}`;
    const command = new GetObjectCommand({ Bucket: this.#name, Key: this.#checked(key), ...(Range && { Range }) });
    const { Body } = await (await this.#open()).send(command).catch((error: Error) => {
      throw error.name === "NoSuchKey" ? new NotFound("File") : error;
    });
    return Body as Readable;
  }

  async remove(key: string): Promise<void> {
    const { DeleteObjectCommand } = await import("@aws-sdk/client-s3");
    await (await this.#open()).send(new DeleteObjectCommand({ Bucket: this.#name, Key: this.#checked(key) }));
  }

  async *list(prefix: string): AsyncIterable<StoredFile> {
    const { paginateListObjectsV2 } = await import("@aws-sdk/client-s3");
    for await (const page of paginateListObjectsV2(
      { client: await this.#open() },
      { Bucket: this.#name, Prefix: prefix },
    )) {
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key && this.#form.test(Key)) yield { key: Key, size: Size ?? 0, modified: LastModified ?? new Date(0) };
      }
    }
  }

  #checked(key: string): string {
    if (!this.#form.test(key)) throw new Error(`'${key}' is not the key of a file.`);
    return key;
  }

  /** Loads the SDK with the first file, because it is large and servers with a local folder never need it. */
  #open() {
    return (this.#client ??= import("@aws-sdk/client-s3").then(({ S3Client }) => {
      const { host, username, password, searchParams } = this.#url;
      const [accessKeyId, secretAccessKey] = [decodeURIComponent(username), decodeURIComponent(password)];
      return new S3Client({
        endpoint: `${searchParams.get("tls") === "off" ? "http" : "https"}://${host}`,
        region: searchParams.get("region") ?? "us-east-1",
        forcePathStyle: true,
        // Without these limits, a request to a store that accepts connections and does not answer would hang.
        requestHandler: { connectionTimeout: 5_000, socketTimeout: 20_000 },
        // Without keys in the address, the SDK uses its defaults: environment or machine role.
        ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey } }),
        // The default adds checksum trailers, which S3 clones store as part of the file.
        requestChecksumCalculation: "WHEN_REQUIRED",
        responseChecksumValidation: "WHEN_REQUIRED",
      });
    }));
  }
}

/** Passes a stream on and records its size or its error. */
class Counted implements AsyncIterable<Buffer> {
  size = 0;
  failure: unknown;
  readonly #source: Readable;

  constructor(source: Readable) {
    this.#source = source;
  }

  async *[Symbol.asyncIterator]() {
    const source: AsyncIterable<Buffer> = this.#source;
    try {
      for await (const chunk of source) {
        this.size += chunk.length;
        yield chunk;
      }
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
