import { constants, type ZlibOptions } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/** Answers of fewer bytes are sent as they are: they fit into one packet with their headers. */
const SMALLEST_BYTES = 1024;
/**
 * Answers of up to this many bytes are compressed at once, which takes a tenth of a millisecond by zstd and under one by
 * gzip; larger ones on other threads, which costs more than that in all.
 */
const LARGEST_AT_ONCE_BYTES = 64 * 1024;
/**
 * The lowest level of zstd: answers of 4 to 12 kB take 0.05 to 0.07 ms instead of 0.07 to 0.09 and are 1 % larger. The
 * library passes these options to gzip too, which ignores them.
 */
const FAST_ZSTD: ZlibOptions & { params: Record<number, number> } = {
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
};
/** What is compressed. Files of the built client are compressed when it is built; other files usually are already. */
const COMPRESSED_TYPES = /^(application\/(json|graphql-response\+json)|text\/(html|csv))(;|$)/;

/**
 * Compresses JSON, HTML and CSV for callers that accept zstd, brotli or gzip. Register it before the routes. Requests are
 * never inflated, because the limits of bodies count the bytes received. A page of another site cannot read lengths of
 * answers with secrets (BREACH): its requests carry no credentials, which are in no cookie.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    encodings: ["zstd", "br", "gzip"],
    customTypes: COMPRESSED_TYPES,
    threshold: SMALLEST_BYTES,
    syncThreshold: LARGEST_AT_ONCE_BYTES,
    zlibOptions: FAST_ZSTD,
  });
}
