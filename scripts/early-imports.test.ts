import { expect, test } from "vitest";
import { findEarlyImports } from "./early-imports.ts";

const find = (file: string, text: string) => findEarlyImports(new Map([[file, () => text]]));

test.each(['import sharp from "sharp";', 'import { type SAML, Metadata } from "@node-saml/node-saml";'])(
  "reports a library that few requests need when it is loaded with the server: %s",
  (line) => expect(find("server/src/features/files/images.ts", `${line}\n`)).toHaveLength(1),
);

test.each([
  ["types", "server/src/features/files/images.ts", 'import type { Sharp } from "sharp";'],
  [
    "libraries that are loaded when needed",
    "server/src/features/files/images.ts",
    'const { default: sharp } = await import("sharp");',
  ],
  ["drawing in threads", "server/src/features/certificates/template-pdf.ts", 'import PDFDocument from "pdfkit";'],
  [
    "what is itself loaded when needed",
    "server/src/features/files/resumable-protocol.ts",
    'import { Server } from "@tus/server";',
  ],
  ["the demo", "server/src/demo/examples/media.ts", 'import PDFDocument from "pdfkit";'],
  ["tests", "server/src/features/xapi/signatures.test.ts", 'import { SignJWT } from "jose";'],
])("accepts %s", (_, file, line) => expect(find(file, `${line}\n`)).toEqual([]));
