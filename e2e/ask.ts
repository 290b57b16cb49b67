import type { Page } from "@playwright/test";

interface Answer<Data> {
  data: Data;
  errors?: { message: string; extensions: { code: string } }[];
}

/** Asks the server what a signed-in page's session may ask, from the page's own address. */
export async function ask<Data>(page: Page, query: string, variables: object = {}): Promise<Data> {
  const { data, errors } = await answerTo<Data>(page, query, variables);
  if (errors) throw new Error(errors[0]!.message);
  return data;
}

/** The same, with what the server refuses. */
export function answerTo<Data>(page: Page, query: string, variables: object = {}): Promise<Answer<Data>> {
  return page.evaluate(async (body) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${localStorage.getItem("token")}` };
    return (await (await fetch("/graphql", { method: "POST", headers, body })).json()) as Answer<Data>;
  }, JSON.stringify({ query, variables }));
}
