import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { checkHost } from "./host-check.service.ts";

/** A key and its certificate for localhost until 2126, for tests alone. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVo+xSuRdSWggZpqO
HYo/+VwPMLL/sa06mGsZoOuxa9ihRANCAATBq+6Wj09DH3+Y2M2ypLOcmw2be1BI
IiRq9SjzUbOieCCoVMuV33P1zbz323MLq1swgxwYbaoF6AMEl7gyetHA
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUQjQw1gLp1X8ODOruz8f1CW4dmMUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTIxNDY0NloYDzIxMjYxMTAx
MjE0NjQ2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATBq+6Wj09DH3+Y2M2ypLOcmw2be1BIIiRq9SjzUbOieCCoVMuV33P1
zbz323MLq1swgxwYbaoF6AMEl7gyetHAo2kwZzAdBgNVHQ4EFgQUhMWyYhl2UtCj
XXfvf/2o2MINUZkwHwYDVR0jBBgwFoAUhMWyYhl2UtCjXXfvf/2o2MINUZkwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAN8Toe2xL6hHuPa4PkKT7RMo+24gZ5zEGCiO1WHd/3XJAiBwqSwnfcKr
0TjktIZvY55P2sLxwtpKV1FM+gdPU1Mtyg==
-----END CERTIFICATE-----`;

let answer = "";
let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer({ key: KEY, cert: CERTIFICATE }, (_, response) => response.end(answer));
  await new Promise<void>((ready) => server.listen(0, "localhost", ready));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => vi.useRealTimers());
afterAll(() => new Promise((closed) => server.close(closed)));

const HEALTHY = '{"status":"ok","version":"0.1.0"}';

test("a host that answers with a valid certificate is in order, with the day on which it ends", async () => {
  answer = HEALTHY;
  expect(await checkHost("localhost", { port, ca: CERTIFICATE })).toMatchObject({
    state: "ok",
    detail: { values: ["localhost", { day: "2126-11-01" }] },
  });
});

test("a certificate that ends within two weeks is a warning", async () => {
  answer = HEALTHY;
  vi.useFakeTimers({ now: new Date("2126-10-20T00:00:00Z"), toFake: ["Date"] });
  expect((await checkHost("localhost", { port, ca: CERTIFICATE })).state).toBe("warning");
});

test("a certificate that browsers do not accept is a failure", async () => {
  answer = HEALTHY;
  const { state, detail } = await checkHost("localhost", { port });
  expect(state).toBe("failure");
  expect(JSON.stringify(detail)).toContain("self-signed certificate");
});

test("another program at the host is a failure", async () => {
  answer = "<h1>It works</h1>".repeat(100);
  expect(await checkHost("localhost", { port, ca: CERTIFICATE })).toMatchObject({
    state: "failure",
    detail: { id: "Another program answers at {0}." },
  });
});

test("a name without an address is a failure", async () => {
  expect(await checkHost("no-such-host.invalid")).toMatchObject({
    state: "failure",
    detail: { id: "{0} has no address." },
  });
});
