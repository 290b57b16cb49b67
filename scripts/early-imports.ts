import type { Files } from "./files.ts";

/** A server keeps what it imports in memory, 20 MB for these (ADR 117, ADR 212). */
const RARELY_USED = [
  "@aws-sdk/[\\w-]+",
  "@node-saml/node-saml",
  "@simplewebauthn/server",
  "@tus/server",
  "file-type",
  "ical-generator",
  "jose",
  "nodemailer",
  "openid-client",
  "pdfkit",
  "qrcode",
  "sharp",
  "undici",
  "xml-encryption",
];
/** Loaded later themselves; threads of their own draw certificates and tables. */
const LOADED_LATER = /-pdf[.]ts$|\/page-parts[.]ts$|\/resumable-protocol[.]ts$/;
const NOT_IN_SERVERS = /^server\/src\/(demo|testing)\/|[.]test[.]ts$/;
const EARLY = new RegExp(`^import (?!type ).*from "(${RARELY_USED.join("|")})(/[^"]*)?";$`, "gm");

/** Finds imports of rarely used libraries that load them with the server instead of with their first use. */
export function findEarlyImports(files: Files): string[] {
  return [...files]
    .filter(([file]) => file.endsWith(".ts") && !NOT_IN_SERVERS.test(file) && !LOADED_LATER.test(file))
    .flatMap(([file, read]) =>
      [...read().matchAll(EARLY)].map(
        ([, library]) => `${file}: load ${library} where it is used, by \`await import("${library}")\`.`,
      ),
    );
}
