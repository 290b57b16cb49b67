import { afterEach, beforeEach, expect, test } from "vitest";
import { takeFirstAnswer } from "./firstCall.ts";
import { setToken } from "./scope.ts";

const query = { documentId: "a1", variables: { branchUrl: null } };

function sendFirstCall(answer: Promise<unknown>, token = "mine") {
  globalThis.cairnFirstCall = { token, list: [{ documentId: "b2", variables: {} }, { ...query }], answer };
}

beforeEach(() => setToken("mine"));
afterEach(() => {
  globalThis.cairnFirstCall = undefined;
  localStorage.clear();
});

test("returns the answer to a query that the page has sent, once", async () => {
  sendFirstCall(Promise.resolve([{ data: { b: 2 } }, { data: { a: 1 } }]));
  expect(await takeFirstAnswer(query)).toEqual({ data: { a: 1 } });
  expect(takeFirstAnswer(query)).toBeNull();
});

test("has no answer to other queries, other variables, or for another user", () => {
  sendFirstCall(Promise.resolve([]));
  expect(takeFirstAnswer({ ...query, documentId: "c3" })).toBeNull();
  expect(takeFirstAnswer({ ...query, variables: { branchUrl: "north" } })).toBeNull();
  setToken("another");
  expect(takeFirstAnswer(query)).toBeNull();
});

test("has no answer when the call failed or was refused, so that the query is sent again", async () => {
  for (const answer of [
    Promise.reject(new TypeError("Failed to fetch")),
    Promise.resolve({ error: "Too many requests." }),
    Promise.resolve([{ data: {} }, { data: null, errors: [{ message: "No." }] }]),
  ]) {
    sendFirstCall(answer);
    expect(await takeFirstAnswer(query)).toBeNull();
  }
});
