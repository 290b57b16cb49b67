import { setUpLink } from "../features/setup/setup.service.ts";
import type { Platform } from "../platform/platform.ts";
import { DEMO_PASSWORD } from "./people.ts";

const ACCOUNTS = [
  "super@demo.test",
  "admin@demo.test",
  "instructor@demo.test",
  "manager@demo.test",
  "manager.north@demo.test",
  "learner@demo.test",
];

/** Prints the address of the product and how to sign in: demo accounts, or the one-time link of an empty database. */
export async function printWelcome(platform: Platform): Promise<void> {
  const { config, database } = platform;
  const { rows } = await database.pool.query<{ domain: string; is_demo: boolean }>(
    "SELECT domain, is_demo FROM instances WHERE NOT is_platform AND deleted_at IS NULL ORDER BY id LIMIT 10",
  );
  const address = (domain?: string) => `http://${domain ? `${domain}.` : ""}${config.BASE_DOMAIN}:${config.PORT}`;
  const lines = [`${config.PRODUCT_NAME} is ready.`, ""];
  if (rows.length === 0) {
    const link = await setUpLink(platform, address());
    lines.push(
      "Nothing is set up yet. This link makes the first account and the first instance; it works once:",
      "",
      `  ${link}`,
    );
  } else {
    lines.push(...rows.map(({ domain }) => `  ${address(config.SINGLE_INSTANCE ? undefined : domain)}`));
  }
  if (rows.some(({ is_demo }) => is_demo)) {
    lines.push(
      "",
      `Demo accounts at ${address("demo")} (password ${DEMO_PASSWORD}):`,
      ...ACCOUNTS.map((email) => `  ${email}`),
    );
    lines.push(`and at ${address("riverside")}:`, "  admin@riverside.test", "  learner@riverside.test");
  }
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}
