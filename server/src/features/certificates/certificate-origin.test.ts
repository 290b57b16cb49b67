import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorAt } from "../../testing/operator.ts";
import { startServer, type TestServer } from "../../testing/server.ts";
import { certificateAddress } from "./certificate-address.ts";
import { openCertificate } from "./certificates.service.ts";

const MOVE = `mutation ($id: Int!, $name: String!, $domain: String) {
  updateLmsInstance(id: $id, name: $name, domain: $domain) { domain } }`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Opens the PDF of a certificate. @returns the host of the page that its QR code names */
async function readCheckedHost(instanceId: number, id: number, origin: string): Promise<string> {
  const address = new URL(certificateAddress(server.platform.secret, instanceId, id), origin);
  const query = Object.fromEntries(address.searchParams) as { e: string; s: string };
  const { checkUrl } = await openCertificate(server.platform, instanceId, id, { ...query, origin });
  return new URL(checkUrl).hostname;
}

test("a certificate that was downloaded before its instance moved names the new address afterwards", async () => {
  const [instanceId, id] = await server.inside("riverside", async (db, instance_id) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO certificates (instance_id, user_id, course_id, course_title, user_name, certificate_type, code, completed_on, expires_on)
      SELECT ${instance_id}, u.id, c.id, c.title, 'Ada', 'Default', 'moved-certificate-code', '2026-01-01', '2030-01-01'
      FROM users u, courses c WHERE u.instance_id = ${instance_id} AND c.instance_id = ${instance_id} AND u.platform_user_id IS NULL
      LIMIT 1 RETURNING id`.execute(db);
    return [instance_id, rows[0]!.id] as const;
  });
  expect(await readCheckedHost(instanceId, id, "http://riverside.localhost")).toBe("riverside.localhost");
  const operator = await operatorAt(server);
  await operator.data(MOVE, { id: instanceId, name: "Riverside", domain: "seaside" });
  expect(await readCheckedHost(instanceId, id, "http://seaside.localhost")).toBe("seaside.localhost");
});
