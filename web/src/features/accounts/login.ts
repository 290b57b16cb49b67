import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { boot } from "../../app/boot.ts";
import { ApiError, firstMessage } from "../../app/errors.ts";

const shownFields = ["email", "response", "branch_url", "instance_url", "branch"];

/** Returns the message of a failed sign-in. */
export function loginError(error: unknown): string {
  if (!(error instanceof ApiError)) return i18n._(msg`An error occurred. Please try again.`);
  if (error.code === "NETWORK") return i18n._(msg`An error occurred while logging in. Please try again later.`);
  if (error.validation) return firstMessage(error, shownFields) ?? i18n._(msg`An error occurred.`);
  return error.message || i18n._(msg`An error occurred. Please try again.`);
}

/** Returns the site's name from typed text: 'acme', 'acme.example.org' and a whole address all mean acme. */
export function siteName(typed: string): string {
  const host = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/[/:].*$/, "");
  const suffix = `.${boot().baseDomain}`;
  return host.endsWith(suffix) ? (host.slice(0, -suffix.length).split(".").at(-1) ?? "") : host;
}

/** Returns where a one-time code is exchanged: the host that the server names, with the scheme and port of this page. */
export function redirectAddress(
  host: string,
  code: string,
  { protocol, port }: { protocol: string; port: string },
): string {
  return `${protocol}//${host}${port && `:${port}`}/login-redirect?token=${encodeURIComponent(code)}`;
}
