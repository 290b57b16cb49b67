import type { FastifyInstance } from "fastify";
import type { Answer, Client } from "./server.ts";

/**
 * Sends an operation with one file by the GraphQL multipart request convention; the variable of the file is null in
 * `variables`.
 */
export async function sendFile(
  app: FastifyInstance,
  client: Client,
  query: string,
  variables: object,
  variable: string,
  content: Buffer,
): Promise<Answer> {
  const boundary = "----cairn";
  const field = (name: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const payload = Buffer.concat([
    Buffer.from(
      field("operations", JSON.stringify({ query, variables })) +
        field("map", JSON.stringify({ 0: [`variables.${variable}`] })) +
        `--${boundary}\r\nContent-Disposition: form-data; name="0"; filename="file.png"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = {
    host: "demo.localhost",
    "content-type": `multipart/form-data; boundary=${boundary}`,
    ...(client.token ? { authorization: `Bearer ${client.token}` } : {}),
  };
  return (await app.inject({ method: "POST", url: "/graphql", headers, payload })).json();
}

/** Uploads a file to `/api/upload-{kind}`; returns its signed address. */
export async function uploadFile(
  app: FastifyInstance,
  client: Client,
  kind: string,
  name: string,
  content: Buffer,
): Promise<string> {
  const boundary = "----cairn";
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${kind}"; filename="${name}"\r\n` +
        "Content-Type: application/octet-stream\r\n\r\n",
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = {
    host: client.host,
    "content-type": `multipart/form-data; boundary=${boundary}`,
    authorization: `Bearer ${client.token}`,
  };
  const response = await app.inject({ method: "POST", url: `/api/upload-${kind}`, headers, payload });
  if (response.statusCode !== 200) throw new Error(`The upload answered ${response.statusCode}: ${response.body}`);
  return response.json<{ url: string }>().url;
}
