import { vi } from "vitest";

type Call = { url: string; body: { query?: string; variables?: Record<string, unknown>; code?: string } };
type Answer = { status?: number; json: unknown } | "unreachable";

/** Takes the place of the network: `answer` is asked for every request. Returns the list of what was sent. */
export function pretendServer(answer: (call: Call) => Answer | Promise<Answer>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit = {}) => {
    const call = { url, body: typeof body === "string" ? JSON.parse(body) : {} };
    calls.push(call);
    const given = await answer(call);
    if (given === "unreachable") throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(given.json), { status: given.status ?? 200 });
  });
  return calls;
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
