import { readFileSync } from "node:fs";
import type { Request } from "@playwright/test";

const MANIFEST = new URL("../web/dist/.trusted-documents", import.meta.url);

/** Returns the text of the GraphQL document that a page sent: itself, or by its hash. */
export function documentOf(request: Request): string {
  const { query, documentId = "" } = JSON.parse(request.postData() ?? "{}") as { query?: string; documentId?: string };
  const trusted = JSON.parse(readFileSync(MANIFEST, "utf8")) as Record<string, string>;
  return query ?? trusted[documentId] ?? "";
}
