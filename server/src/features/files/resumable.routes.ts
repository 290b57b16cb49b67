import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { DataStore, MemoryLocker, Server, Upload } from "@tus/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../errors.ts";
import { type WithActor, getStatus } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import type { RunAsActor } from "./files.service.ts";
import * as resumable from "./resumable.service.ts";
import { readLanguage } from "../../i18n/translate.ts";

const PATH = "/api/uploads";

/**
 * Serves uploads that continue after an interruption, by the tus protocol (tus.io, 1.0.0; creation and termination):
 * POST /api/uploads with the metadata `kind` and `filename`, then PATCH, HEAD and DELETE of the returned address. When
 * all bytes have arrived, POST …/finish checks the file and answers like the other uploads, or 202 after some seconds
 * while it is being assembled: the client asks again.
 */
export function resumableRoutes(
  app: FastifyInstance,
  withActor: WithActor,
  platform: Platform,
  finishers: resumable.Finishers = {},
): void {
  // For one server; between servers, the offset in the database decides.
  const locker = new MemoryLocker();

  app.post<{ Params: { id: string } }>(`${PATH}/:id/finish`, async (request, reply) => {
    const { id } = request.params;
    const stored = await resumable.finishUpload(platform, (work) => withActor(request, work), finishers, id);
    return stored ?? reply.code(202).send({ finishing: true });
  });

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Left unread: the protocol's own server reads the bytes from the connection.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack();
      reply.raw.setHeader("x-request-id", request.id);
      reply.raw.setHeader("cache-control", "no-store");
      const server = serverFor(new Parts((work) => withActor(request, work), platform, finishers), locker);
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

/** Returns the protocol's server for the sender of one request. */
function serverFor(datastore: Parts, locker: MemoryLocker): Server {
  return new Server({
    path: PATH,
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

class Parts extends DataStore {
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
