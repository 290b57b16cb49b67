import { readFileSync } from "node:fs";
import type { Page, Request } from "@playwright/test";

const MANIFEST = new URL("../web/dist/.trusted-documents", import.meta.url);

interface Operation {
  query?: string;
  documentId?: string;
}

/** Returns the text of the GraphQL document that a page sent, in full or by its hash; that of a list is empty. */
export function readDocument(request: Request): string {
  const [operation, ...others] = readOperations(request);
  return operation && others.length === 0 ? readText(operation) : "";
}

/** Answers a query of the page with `data`, alone or in a list, and lets the server answer all others. */
export async function answerQuery(page: Page, start: string, data: object): Promise<void> {
  await page.route("**/graphql", async (route) => {
    const operations = readOperations(route.request());
    const index = operations.findIndex((each) => readText(each).startsWith(start));
    if (index === -1) return route.fallback();
    if (operations.length === 1) return route.fulfill({ json: { data } });
    const answers = (await (await route.fetch(toLoopback(route.request()))).json()) as object[];
    return route.fulfill({ json: answers.with(index, { data }) });
  });
}

/** Sends a request to the loopback address itself: not every machine resolves the names below localhost. */
function toLoopback(request: Request): { url: string; headers: Record<string, string> } {
  const url = new URL(request.url());
  const { host } = url;
  url.hostname = "127.0.0.1";
  return { url: url.href, headers: { ...request.headers(), host } };
}

function readOperations(request: Request): Operation[] {
  const body = JSON.parse(request.postData() ?? "{}") as Operation | Operation[];
  return Array.isArray(body) ? body : [body];
}

function readText({ query, documentId = "" }: Operation): string {
  const trusted = JSON.parse(readFileSync(MANIFEST, "utf8")) as Record<string, string>;
  return query ?? trusted[documentId] ?? "";
}
