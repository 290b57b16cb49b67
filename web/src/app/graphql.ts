import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { graphql as typedGraphql } from "../gen/gql.ts";
import type { TypedDocumentString } from "../gen/graphql.ts";
import { request, upload, type ErrorBody, type SendOptions } from "./http.ts";
import { ApiError } from "./errors.ts";
import { branchUrl } from "./scope.ts";

/** What a document is at run time. The build adds the hash by which the server knows the text (build/trusted-documents.ts). */
interface DocumentSource {
  text: string;
  hash: string | undefined;
}

/** Marks a document: `graphql(`query Users { … }`)`. The types come from the generated overloads; each screen carries its own texts. */
export const graphql = ((text: string, hash?: string): DocumentSource => ({
  text,
  hash,
})) as unknown as typeof typedGraphql;

type Variables<V> = Omit<V, "branchUrl"> & { branchUrl?: string | null };
type Rest<V> =
  {} extends Variables<V>
    ? [variables?: Variables<V>, options?: SendOptions]
    : [variables: Variables<V>, options?: SendOptions];
type Answer<T> = {
  data?: T | null;
  errors?: { message: string; extensions?: Omit<ErrorBody, "error"> & { code?: string } }[];
};

/**
 * Sends a document and returns its data. A document that declares `$branchUrl` gets the current branch unless told
 * otherwise; files among the variables go by the GraphQL multipart convention, with progress. Queries are tried twice.
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
  options?: SendOptions,
): Promise<Answer<T>> {
  const form = toMultipart(operation, variables);
  if (form) return upload<Answer<T>>("/graphql", form, options);
  const body = JSON.stringify({ ...operation, variables });
  if (options?.onProgress) return upload<Answer<T>>("/graphql", body, options);
  const isRead = /^\s*query\b/.test(text);
  return request<Answer<T>>("/graphql", { method: "POST", body, retry: isRead, ...options });
}

function unwrap<T>(answer: Answer<T>): T {
  const error = answer.errors?.[0];
  if (error) {
    const { code, validation, requestId } = error.extensions ?? {};
    throw new ApiError(error.message, { code, validation, requestId });
  }
  if (!answer.data) throw new ApiError(i18n._(msg`An error occurred.`));
  return answer.data;
}

/** Takes the files out of the variables and into parts of their own; null when there are none. */
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
