import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { DataStore, MemoryLocker, Server, Upload } from "@tus/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../errors.ts";
import { type Door, statusOf } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import type { ShortDoor } from "./files.service.ts";
import * as resumable from "./resumable.service.ts";

const PATH = "/api/uploads";

/**
 * Uploads that go on after an interruption, by the tus protocol (tus.io, 1.0.0; creation and termination): POST /api/uploads with
 * the metadata `kind` and `filename`, PATCH, HEAD and DELETE of what it answers. When all bytes are there, POST …/finish
 * checks the file and answers as the other uploads do, or 202 after some seconds: it is still being made, and asked for again.
 */
export function resumableRoutes(
  app: FastifyInstance,
  door: Door,
  platform: Platform,
  finishers: resumable.Finishers = {},
): void {
  // Of one server; between several, the offset in the database decides.
  const locker = new MemoryLocker();

  app.post<{ Params: { id: string } }>(`${PATH}/:id/finish`, async (request, reply) => {
    const { id } = request.params;
    const stored = await resumable.finishUpload(platform, (work) => door(request, work), finishers, id);
    return stored ?? reply.code(202).send({ finishing: true });
  });

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Left unread: the protocol's own server takes the bytes from the connection.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack();
      reply.raw.setHeader("x-request-id", request.id);
      reply.raw.setHeader("cache-control", "no-store");
      const server = serverFor(new Parts((work) => door(request, work), platform, finishers), locker);
      await server.handle(request.raw, reply.raw);
    };
    scope.route({ method: "POST", url: PATH, config: { isStreamed: true }, handler: answer });
    scope.route({
      method: ["HEAD", "PATCH", "DELETE"],
      url: `${PATH}/:id`,
      config: { isStreamed: true },
      handler: answer,
    });
  });
}

/** The protocol on behalf of whoever sent one request. */
function serverFor(datastore: Parts, locker: MemoryLocker): Server {
  return new Server({
    path: PATH,
    relativeLocation: true,
    locker,
    datastore,
    namingFunction: () => randomUUID(),
    onResponseError: (_, error) =>
      error instanceof AppError
        ? {
            status_code: statusOf(error),
            body: JSON.stringify({ error: error.message, validation: error.validation }),
          }
        : undefined,
  });
}

class Parts extends DataStore {
  readonly #door: ShortDoor;
  readonly #platform: Platform;
  readonly #finishers: resumable.Finishers;

  constructor(door: ShortDoor, platform: Platform, finishers: resumable.Finishers) {
    super();
    this.extensions = ["creation", "termination"];
    this.#door = door;
    this.#platform = platform;
    this.#finishers = finishers;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { kind, filename } = upload.metadata ?? {};
    const { id, size } = upload;
    await resumable.beginUpload(this.#door, this.#finishers, {
      id,
      kind: kind ?? "",
      name: filename ?? "file",
      size: size ?? 0,
    });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received, name, kind, created_at } = await resumable.getUpload(this.#door, id);
    const metadata = { filename: name, kind };
    return new Upload({ id, size, offset: received, metadata, creation_date: created_at.toISOString() });
  }

  override write(stream: Readable, id: string, offset: number): Promise<number> {
    return resumable.addPart(this.#platform, this.#door, id, offset, stream);
  }

  override remove(id: string): Promise<void> {
    return resumable.abandonUpload(this.#platform, this.#door, id);
  }
}
