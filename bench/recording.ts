import type { Page } from "@playwright/test";

/** One request of a screen, as it is sent again. */
export interface Recorded {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Recording {
  requests: Recorded[];
  /** Received bytes, compressed. */
  bytes: number;
}

/** How long a page may think before it sends its first request. */
const QUIET_MS = 1_000;

/** Opens a screen twice, and records what the second, warm visit sends to the server: not what the browser had cached. */
export async function record(page: Page, address: string): Promise<Recording> {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  return recordStep(page, () => page.reload());
}

/** Records what a step sends to the server until the network is quiet. */
export async function recordStep(page: Page, step: () => Promise<unknown>): Promise<Recording> {
  const client = await page.context().newCDPSession(page);
  const sent = new Map<string, Recorded>();
  let bytes = 0;
  const { origin: own } = new URL(page.url());
  client.on("Network.requestWillBeSent", ({ requestId, request }) => {
    const { origin, host, pathname, search } = new URL(request.url);
    if (origin === own) sent.set(requestId, toRecorded(request, host, pathname + search));
  });
  // Headers of the cache are not part of the event above.
  client.on("Network.requestWillBeSentExtraInfo", ({ requestId, headers }) => {
    const etag = Object.entries(headers).find(([name]) => name.toLowerCase() === "if-none-match")?.[1];
    if (etag && sent.has(requestId)) sent.get(requestId)!.headers["if-none-match"] = etag;
  });
  client.on("Network.requestServedFromCache", ({ requestId }) => void sent.delete(requestId));
  client.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache) sent.delete(requestId);
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (sent.has(requestId)) bytes += encodedDataLength;
  });
  await client.send("Network.enable");
  await step();
  await page.waitForTimeout(QUIET_MS);
  await page.waitForLoadState("networkidle");
  await client.detach();
  return { requests: [...sent.values()], bytes };
}

function toRecorded(
  { method, headers, postData }: { method: string; headers: Record<string, string>; postData?: string },
  host: string,
  target: string,
): Recorded {
  const kept = new Set(["authorization", "content-type", "accept-language", "accept"]);
  const chosen = Object.entries(headers).filter(([name]) => kept.has(name.toLowerCase()));
  return {
    method: method === "POST" ? "POST" : "GET",
    path: target,
    headers: { ...Object.fromEntries(chosen), host, "accept-encoding": "gzip, br, zstd" },
    ...(postData !== undefined && { body: postData }),
  };
}
