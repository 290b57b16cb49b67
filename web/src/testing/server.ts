import { vi } from "vitest";

type Body = { query?: string; variables?: Record<string, unknown>; code?: string };
type Call = { url: string; body: Body };
type Answer = { status?: number; json: unknown } | "unreachable";

/**
 * Replaces the network: `answer` is called for every request, and for every query of a list. Returns the list of what was
 * sent.
 */
export function pretendServer(answer: (call: Call) => Answer | Promise<Answer>): Call[] {
  const calls: Call[] = [];
  const answerOne = async (url: string, body: Body) => {
    const call = { url, body };
    calls.push(call);
    return answer(call);
  };
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit = {}) => {
    const sent = (typeof body === "string" ? JSON.parse(body) : {}) as Body | Body[];
    const given = Array.isArray(sent)
      ? joined(await Promise.all(sent.map((each) => answerOne(url, each))))
      : await answerOne(url, sent);
    if (given === "unreachable") throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(given.json), { status: given.status ?? 200 });
  });
  return calls;
}

/** Joins the answers to a list of queries, as the server does. */
function joined(answers: Answer[]): Answer {
  const reached = answers.filter((each) => each !== "unreachable");
  return reached.length < answers.length ? "unreachable" : { json: reached.map(({ json }) => json) };
}

export const aViewer = (role: string, can: string[] = []) => ({
  id: 1,
  first_name: "Amara",
  last_name: "Okafor",
  email: "amara@demo.test",
  role,
  language: null,
  can,
  instance: { id: 1, name: "Northgate Trust", domain: "demo", currency: "USD" },
  branch: null,
});
