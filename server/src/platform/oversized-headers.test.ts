import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../testing/server.ts";

let server: TestServer;
let ports: number[];
beforeAll(async () => {
  server = await startServer();
  await server.app.listen({ host: "127.0.0.1", port: 0 });
  await server.content.listen({ host: "127.0.0.1", port: 0 });
  ports = [server.app, server.content].map((app) => (app.server.address() as AddressInfo).port);
});
afterAll(() => server.close());

/** Sends bytes as they are and returns what arrives until the server closes the connection. */
function send(port: number, ...bytes: string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  for (const each of bytes) socket.write(each);
  return text(socket);
}

const cookies = (kilobytes: number) =>
  Array.from({ length: kilobytes / 4 }, (_, index) => `c${index}=${"x".repeat(4_000)}`).join("; ");

test.each([20, 100, 700])(
  "the server answers %d kB of cookies by making the browser delete them",
  async (kilobytes) => {
    for (const port of ports) {
      const answer = await send(
        port,
        "GET / HTTP/1.1\r\nHost: demo.localhost\r\nCookie: ",
        cookies(kilobytes),
        "\r\n\r\n",
      );
      expect(answer).toMatch(/^HTTP\/1\.1 431 /);
      expect(answer).toMatch(/^clear-site-data: "cookies"\r$/im);
      expect(answer).toContain("location.reload()");
    }
  },
);

test("the server answers a malformed request without touching cookies, and keeps serving", async () => {
  for (const port of ports) {
    const answer = await send(port, "nonsense\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toMatch(/clear-site-data/i);
    expect(await send(port, "GET /nothing HTTP/1.1\r\nHost: demo.localhost\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 (404|200) /,
    );
  }
});
