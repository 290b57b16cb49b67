import { createServer, type AddressInfo, type Server } from "node:net";
import { expect, test } from "vitest";
import type { Config } from "./config.ts";
import { requireFreePorts } from "./serve.ts";

/** Listens to a port as another server does. */
async function listen(options: { reusePort: boolean }): Promise<{ server: Server; config: Config }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen({ host: "127.0.0.1", port: 0, ...options }, resolve));
  const { port: PORT } = server.address() as AddressInfo;
  return { server, config: { HOST: "127.0.0.1", PORT } as Config };
}

test("a port of another program is refused at once", async () => {
  const { server, config } = await listen({ reusePort: false });
  await expect(requireFreePorts({ config }, Infinity)).rejects.toHaveProperty("code", "EADDRINUSE");
  server.close();
});

test("a port that processes of a former server still share is waited for", async () => {
  const { server, config } = await listen({ reusePort: true });
  const waiting = requireFreePorts({ config }, Infinity);
  let isFree = false;
  void waiting.then(() => (isFree = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isFree).toBe(false);
  server.close();
  await waiting;
});

test("a port that another server keeps sharing is refused in the end", async () => {
  const { server, config } = await listen({ reusePort: true });
  await expect(requireFreePorts({ config }, 0)).rejects.toHaveProperty("code", "EADDRINUSE");
  server.close();
});
