import { ConfigError, loadConfig } from "./config.ts";
import { openDatabase } from "./db/open.ts";
import { resetOperator } from "./features/sign-in-security/reset-operator.service.ts";

// `npm run operator:reset -- <email>`: removes the second factors of an operator who has lost them, and signs them out.
try {
  const [email, ...rest] = process.argv.slice(2);
  if (!email || rest.length > 0)
    throw new ConfigError("Name one operator: npm run operator:reset -- super@example.org");
  const open = await openDatabase(loadConfig(process.env), () => {});
  const isDone = await resetOperator(open.database, email).finally(() => open.close());
  if (!isDone) throw new ConfigError(`There is no operator with the email ${email}.`);
  process.stdout.write(`${email} signs in with the password and sets up a second factor again.\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
