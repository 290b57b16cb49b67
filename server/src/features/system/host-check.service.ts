import { lookup } from "node:dns/promises";
import { get } from "node:https";
import type { TLSSocket } from "node:tls";
import { t } from "../../i18n/message.ts";
import { type Check, report } from "./check.ts";

const ANSWER_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
/** Days before its end in which a certificate should have been renewed. */
const RENEWED_BEFORE = 14;

/**
 * Inspects the address and the certificate of a host name, and whether this product answers there.
 * @param options port of the TLS proxy, and the authority to trust instead of those of this machine
 */
export async function checkHost(name: string, options: { port?: number; ca?: string } = {}): Promise<Check> {
  const addresses = await lookup(name, { all: true }).catch(() => []);
  if (addresses.length === 0)
    return report("host", "failure", t`${name} has no address.`, t`Add a DNS entry for ${name} or for its wildcard.`);
  const answer = await askForHealth(name, options);
  if ("problem" in answer)
    return report(
      "host",
      "failure",
      t`${name} does not answer over HTTPS: ${answer.problem}.`,
      t`Start the TLS proxy, and let it obtain a certificate for ${name}.`,
    );
  if (!answer.isCairn)
    return report(
      "host",
      "failure",
      t`Another program answers at ${name}.`,
      t`Let the TLS proxy pass requests for ${name} to this server, with their Host header unchanged.`,
    );
  const detail = t`${name} answers, with a certificate until ${{ day: answer.until.toISOString().slice(0, 10) }}.`;
  if (answer.until.getTime() - Date.now() < RENEWED_BEFORE * DAY_MS)
    return report("host", "warning", detail, t`Find out why the TLS proxy has not renewed the certificate.`);
  return report("host", "ok", detail);
}

type Answer = { until: Date; isCairn: boolean } | { problem: string };

/** Asks for /healthz, and never believes a certificate that browsers would refuse. */
function askForHealth(name: string, { port = 443, ca }: { port?: number; ca?: string }): Promise<Answer> {
  return new Promise((resolve) => {
    const request = get(
      { host: name, port, path: "/healthz", timeout: ANSWER_MS, agent: false, ...(ca && { ca }) },
      (response) => {
        const until = new Date((response.socket as TLSSocket).getPeerCertificate().valid_to);
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
          if (text.length > 1_000) response.destroy();
        });
        response.on("close", () => resolve({ until, isCairn: text.startsWith('{"status":"ok","version":') }));
      },
    );
    request.once("timeout", () => request.destroy(new Error("no answer in time")));
    request.once("error", (error) => resolve({ problem: error.message }));
  });
}
