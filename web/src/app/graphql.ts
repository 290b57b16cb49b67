import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { graphql as typedGraphql } from "../gen/gql.ts";
import type { TypedDocumentString } from "../gen/graphql.ts";
import { request, upload, type ErrorBody, type SendOptions } from "./http.ts";
import { ApiError } from "./errors.ts";
import { takeFirstAnswer } from "./firstCall.ts";
import { branchUrl, getToken } from "./scope.ts";

/** A document at run time. The build adds the hash by which the server knows the text (build/trusted-documents.ts). */
interface DocumentSource {
  text: string;
  hash: string | undefined;
}

/**
 * Marks a document: `graphql(`query Users { … }`)`. The types come from generated overloads; each screen loads only its
 * own texts.
 */
export const graphql = ((text: string, hash?: string): DocumentSource => ({
  text,
  hash,
})) as unknown as typeof typedGraphql;

type QueryOptions = {
  /** The query is sent with those of the screen, or alone a quarter of a second later. */ canWait?: boolean;
};
type Options = SendOptions & QueryOptions;
type Variables<V> = Omit<V, "branchUrl"> & { branchUrl?: string | null };
type Rest<V> =
  {} extends Variables<V>
    ? [variables?: Variables<V>, options?: Options]
    : [variables: Variables<V>, options?: Options];
type Answer<T> = {
  data?: T | null;
  errors?: { message: string; extensions?: Omit<ErrorBody, "error"> & Partial<Pick<ApiError, "code" | "branches">> }[];
};

/**
 * Sends a document and returns its data. A document that declares `$branchUrl` gets the current branch by default;
 * files in the variables use the GraphQL multipart convention, with progress. Queries are retried once, and those of one
 * turn of the event loop travel in one request.
 * @throws ApiError
 */
export async function execute<T, V>(document: TypedDocumentString<T, V>, ...[given, options]: Rest<V>): Promise<T> {
  const { text, hash } = document as unknown as DocumentSource;
  const variables: Record<string, unknown> = { ...given };
  if (!("branchUrl" in variables) && /\$branchUrl\b/.test(text)) variables["branchUrl"] = branchUrl();
  if (!hash) return unwrap(await send<T>({ query: text }, variables, text, options));
  const answer = await send<T>({ documentId: hash }, variables, text, options);
  // A newer server does not know the documents of a page that was opened before its upgrade.
  const isUnknown = answer.errors?.[0]?.extensions?.code === "DOCUMENT_NOT_FOUND";
  return unwrap(isUnknown ? await send<T>({ query: text }, variables, text, options) : answer);
}

type Operation = { query: string } | { documentId: string };

async function send<T>(
  operation: Operation,
  variables: Record<string, unknown>,
  text: string,
  options?: Options,
): Promise<Answer<T>> {
  const form = toMultipart(operation, variables);
  if (form) return upload<Answer<T>>("/graphql", form, options);
  const isRead = /^\s*query\b/.test(text);
  if (isRead && getToken() && Object.keys(options ?? {}).every((name) => name === "canWait")) {
    const query = { ...operation, variables };
    return ((await takeFirstAnswer(query)) as Answer<T> | null) ?? joinList<T>(query, options);
  }
  const body = JSON.stringify({ ...operation, variables });
  if (options?.onProgress) return upload<Answer<T>>("/graphql", body, options);
  return request<Answer<T>>("/graphql", { method: "POST", body, retry: isRead, ...options });
}

/** A query that waits for the others of its screen. */
interface Waiting {
  body: object;
  resolve: (answer: Answer<never>) => void;
  reject: (error: unknown) => void;
}

/** The server accepts no longer list. */
const LONGEST_LIST = 10;
/** How long queries wait for those of the screen whose code is being loaded. */
const LONGEST_WAIT_MS = 250;
let waiting: Waiting[] = [];
let timer: { id: ReturnType<typeof setTimeout>; isLong: boolean } | null = null;

/**
 * Sends a query together with all others of the same turn of the event loop: a screen is one request. One that can wait
 * is sent with the next list.
 */
function joinList<T>(body: object, { canWait = false }: QueryOptions = {}): Promise<Answer<T>> {
  return new Promise<Answer<never>>((resolve, reject) => {
    waiting.push({ body, resolve, reject });
    if (timer && (canWait || !timer.isLong)) return;
    if (timer) clearTimeout(timer.id);
    timer = { id: setTimeout(sendLists, canWait ? LONGEST_WAIT_MS : 0), isLong: canWait };
  });
}

function sendLists() {
  const all = waiting;
  waiting = [];
  timer = null;
  while (all.length > 0) void sendList(all.splice(0, LONGEST_LIST));
}

async function sendList(list: Waiting[]) {
  const body = JSON.stringify(list.length === 1 ? list[0]!.body : list.map((each) => each.body));
  try {
    const answer = await request<Answer<never> | Answer<never>[]>("/graphql", { method: "POST", body, retry: true });
    // A refusal of the whole list is one answer for all.
    for (const [index, each] of list.entries()) each.resolve(Array.isArray(answer) ? answer[index]! : answer);
  } catch (error) {
    for (const each of list) each.reject(error);
  }
}

function unwrap<T>(answer: Answer<T>): T {
  const error = answer.errors?.[0];
  if (error) {
    const { code, validation, requestId, branches } = error.extensions ?? {};
    throw new ApiError(error.message, { code, validation, requestId, branches });
  }
  if (!answer.data) throw new ApiError(i18n._(msg`An error occurred.`));
  return answer.data;
}

/** Moves files out of the variables into parts of a form; null without files. */
function toMultipart(operation: Operation, variables: Record<string, unknown>): FormData | null {
  const files: { path: string; file: File }[] = [];
  const withoutFiles = (value: unknown, path: string): unknown => {
    if (value instanceof File) {
      files.push({ path, file: value });
      return null;
    }
    if (Array.isArray(value)) return value.map((item, i) => withoutFiles(item, `${path}.${i}`));
    if (value && typeof value === "object")
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, withoutFiles(item, `${path}.${key}`)]),
      );
    return value;
  };
  const operations = { ...operation, variables: withoutFiles(variables, "variables") };
  if (files.length === 0) return null;

  const form = new FormData();
  form.set("operations", JSON.stringify(operations));
  form.set("map", JSON.stringify(Object.fromEntries(files.map(({ path }, i) => [i, [path]]))));
  files.forEach(({ file }, i) => form.set(String(i), file));
  return form;
}
