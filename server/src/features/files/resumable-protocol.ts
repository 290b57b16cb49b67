import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { DataStore, MemoryLocker, Server, Upload } from "@tus/server";
import { AppError } from "../../errors.ts";
import { getStatus } from "../../http.ts";
import { readLanguage } from "../../i18n/translate.ts";
import type { Platform } from "../../platform/platform.ts";
import type { RunAsActor } from "./files.service.ts";
import * as resumable from "./resumable.service.ts";

// For one server; between servers, the offset in the database decides.
const locker = new MemoryLocker();

/** Returns the protocol's server for the sender of one request. */
export function serverFor(path: string, datastore: Parts): Server {
  return new Server({
    path,
    relativeLocation: true,
    locker,
    datastore,
    namingFunction: () => randomUUID(),
    onResponseError: (request, error) => {
      if (!(error instanceof AppError)) return undefined;
      const { message, validation } = error.in(readLanguage(request.headers.get("accept-language") ?? undefined));
      return { status_code: getStatus(error), body: JSON.stringify({ error: message, validation }) };
    },
  });
}

/** Stores the uploads of the protocol's server with the service. */
export class Parts extends DataStore {
  readonly #runAsActor: RunAsActor;
  readonly #platform: Platform;
  readonly #finishers: resumable.Finishers;

  constructor(runAsActor: RunAsActor, platform: Platform, finishers: resumable.Finishers) {
    super();
    this.extensions = ["creation", "termination"];
    this.#runAsActor = runAsActor;
    this.#platform = platform;
    this.#finishers = finishers;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { kind, filename } = upload.metadata ?? {};
    const { id, size } = upload;
    await resumable.beginUpload(this.#platform, this.#runAsActor, this.#finishers, {
      id,
      kind: kind ?? "",
      name: filename ?? "file",
      size: size ?? 0,
    });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received, name, kind, created_at } = await resumable.getUpload(this.#runAsActor, id);
    const metadata = { filename: name, kind };
    return new Upload({ id, size, offset: received, metadata, creation_date: created_at.toISOString() });
  }

  override write(stream: Readable, id: string, offset: number): Promise<number> {
    return resumable.addPart(this.#platform, this.#runAsActor, id, offset, stream);
  }

  override remove(id: string): Promise<void> {
    return resumable.abandonUpload(this.#platform, this.#runAsActor, id);
  }
}
