import { randomBytes } from "node:crypto";
import type pg from "pg";
import { hashPassword } from "../access/passwords.ts";
import { createApp } from "../app.ts";
import type { Platform } from "../platform/platform.ts";
import type { Finding } from "./database.ts";

const LOGIN =
  "mutation ($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token } }";
const READ = "{ viewer { id email } }";

/**
 * Signs a user of each instance in at a server on the copy, and reads their account: an admin, or the first user. Their
 * password is set in the copy for that.
 */
export async function signInEverywhere(owner: pg.Client, platform: Platform): Promise<Finding> {
  const { rows } = await owner.query<{ id: number; instance_id: number; domain: string; email: string }>(
    `SELECT DISTINCT ON (i.id) u.id, i.id AS instance_id, i.domain, u.email
       FROM instances i JOIN users u ON u.instance_id = i.id
      WHERE NOT i.is_platform AND i.is_active AND u.is_active AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
      ORDER BY i.id, u.role = 'admin' DESC, u.is_primary DESC, u.id`,
  );
  const app = await createApp(platform);
  const failed: string[] = [];
  try {
    for (const { id, instance_id, domain, email } of rows) {
      const password = randomBytes(24).toString("base64url");
      await owner.query("UPDATE users SET password_hash = $3 WHERE instance_id = $1 AND id = $2", [
        instance_id,
        id,
        await hashPassword(password),
      ]);
      const ask = async (query: string, variables: object, token?: string) => {
        const answer = await app.inject({
          method: "POST",
          url: "/graphql",
          headers: {
            host: `${domain}.${platform.config.BASE_DOMAIN}`,
            ...(token && { authorization: `Bearer ${token}` }),
          },
          payload: { query, variables },
        });
        return answer.json<{
          data?: Record<string, Record<string, unknown> | null> | null;
          errors?: { message: string }[];
        }>();
      };
      const login = await ask(LOGIN, { email, password });
      const token = login.data?.["loginUser"]?.["token"];
      const viewer = typeof token === "string" ? await ask(READ, {}, token) : login;
      if (viewer.data?.["viewer"]?.["email"] !== email)
        failed.push(`${domain}: ${viewer.errors?.[0]?.message ?? "no answer"}`);
    }
  } finally {
    await app.close();
  }
  const subject = "Sign-in";
  if (failed.length > 0) return { subject, holds: false, detail: failed.slice(0, 5).join("; ") };
  return { subject, holds: true, detail: `A user of each of ${rows.length} instances signed in.` };
}
