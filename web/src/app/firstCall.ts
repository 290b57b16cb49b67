import { getToken } from "./scope.ts";

/** What `first-call.js` has sent before the client was loaded. */
interface FirstCall {
  token: string;
  list: object[];
  answer: Promise<unknown>;
}

declare global {
  var cairnFirstCall: FirstCall | undefined;
}

/**
 * Returns the answer to a query if the page has sent it already, once; null otherwise.
 * @returns null also when the call has failed, so that the query is sent again
 */
export function takeFirstAnswer(query: object): Promise<object | null> | null {
  const call = globalThis.cairnFirstCall;
  if (!call || call.token !== getToken()) return null;
  const text = JSON.stringify(query);
  const at = call.list.findIndex((each) => JSON.stringify(each) === text);
  if (at < 0) return null;
  call.list[at] = {};
  return call.answer.then(
    (answers) => {
      const answer: unknown = Array.isArray(answers) ? answers[at] : null;
      return isAnswered(answer) ? answer : null;
    },
    () => null,
  );
}

const isAnswered = (answer: unknown): answer is object =>
  typeof answer === "object" && answer !== null && "data" in answer && !("errors" in answer);
