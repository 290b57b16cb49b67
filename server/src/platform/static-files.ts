import { readdirSync } from "node:fs";
import path from "node:path";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";

/** Sends a file by its path without the first slash; returns undefined if there was none at the start. */
export type SendStatic = (reply: FastifyReply, file: string) => FastifyReply | undefined;

/**
 * Lets the routes of an app send the files that a folder has now. The plugin itself would add two routes for each file, which
 * took 7 MB (ADR 212).
 */
export async function openStaticFiles(
  app: FastifyInstance,
  options: FastifyStaticOptions & { root: string },
): Promise<SendStatic> {
  const files = new Set(listFiles(options.root));
  await app.register(fastifyStatic, { ...options, serve: false });
  return (reply, file) => (files.has(file) ? reply.sendFile(file) : undefined);
}

/** Lists the files below a folder with slashes in their paths, without hidden ones. */
function listFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .filter((file) => !file.split("/").some((part) => part.startsWith(".")));
}
