import type { Page } from "@playwright/test";

interface Answer<Data> {
  data: Data;
  errors?: { message: string; extensions: { code: string } }[];
}

/** Runs an operation with the session of a signed-in page. @throws Error for an answer with errors */
export async function callApi<Data>(page: Page, query: string, variables: object = {}): Promise<Data> {
  const { data, errors } = await sendToApi<Data>(page, query, variables);
  if (errors) throw new Error(errors[0]!.message);
  return data;
}

/** Runs an operation with the session of a signed-in page and returns the whole answer, errors included. */
export function sendToApi<Data>(page: Page, query: string, variables: object = {}): Promise<Answer<Data>> {
  return page.evaluate(async (body) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${localStorage.getItem("token")}` };
    return (await (await fetch("/graphql", { method: "POST", headers, body })).json()) as Answer<Data>;
  }, JSON.stringify({ query, variables }));
}
