import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlLine } from "./curlLine.ts";

test("curlLine quotes a query for a shell, whatever quotes it contains", () => {
  const query = `{ user(name: "O'Hara") { id } }`;
  const line = curlLine("https://demo.example.org", query).replace("curl", "printf '%s\\n'");
  const [address, , key, , type, , body] = execFileSync("sh", ["-c", line], { encoding: "utf8" }).split("\n");
  expect([address, key, type]).toEqual([
    "https://demo.example.org/graphql",
    "Authorization: Bearer YOUR_KEY",
    "Content-Type: application/json",
  ]);
  expect(JSON.parse(body!)).toEqual({ query });
});
