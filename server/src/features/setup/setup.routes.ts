import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import type { WithActor } from "../../http.ts";
import { type Message, t } from "../../i18n/message.ts";
import { type Language, readLanguage, translate } from "../../i18n/translate.ts";
import type { Platform } from "../../platform/platform.ts";
import { markup, nothing, type Page, sendPage } from "../../platform/page.ts";
import { signInFirstOperator } from "../accounts/accounts.service.ts";
import * as setup from "./setup.service.ts";

const DIST = fileURLToPath(new URL("../../../../web/dist/setup/", import.meta.url));

/** Returns the address of the script that shows the strength of the password (web/src/setup); none without a build. */
export function findStrengthScript(dist = DIST): string | null {
  const manifest = `${dist}.vite/manifest.json`;
  if (!existsSync(manifest)) return null;
  const files = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, { file: string; isEntry?: boolean }>;
  return `/setup/${Object.values(files).find(({ isEntry }) => isEntry)!.file}`;
}

/**
 * Registers the page of the one-time link of an empty database, which leads to a signed-in dashboard.
 * @param withPublicActor for the sign-in of the account that the page creates
 * @param strengthScript the address of the script that shows the strength of the password
 */
export function setUpRoutes(
  app: FastifyInstance,
  withPublicActor: WithActor,
  platform: Platform,
  strengthScript = findStrengthScript(),
): void {
  const sendForm = (request: FastifyRequest, reply: FastifyReply, form: Form) =>
    sendPage(reply, platform.config.PRODUCT_NAME, toPage(request, platform, form, strengthScript));
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 20_000 },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  app.get<{ Querystring: { token?: string } }>("/setup", async (request, reply) => {
    const token = request.query.token ?? "";
    await setup.checkSetUp(platform, token);
    return sendForm(request, reply, { token, values: {}, errors: {} });
  });

  app.post<{ Querystring: { token?: string }; Body: Record<string, string> }>(
    "/setup",
    { config: { isPublic: true } },
    async (request, reply) => {
      const token = request.query.token ?? "";
      const language = readLanguage(request.headers["accept-language"]);
      try {
        const { domain, email } = await setup.setUp(platform, token, request.body);
        const { SINGLE_INSTANCE, BASE_DOMAIN } = platform.config;
        const host = SINGLE_INSTANCE ? request.hostname.toLowerCase() : `${domain}.${BASE_DOMAIN}`;
        const code = await withPublicActor(request, (actor) => signInFirstOperator(actor, { email, domain, host }));
        const address = `${request.protocol}://${host}${toPort(request)}/login-redirect?token=${code}`;
        return await reply.redirect(address, 303);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { validation: errors } = error.in(language);
        if (!errors) throw error;
        return sendForm(request, reply.code(422), { token, values: request.body, errors });
      }
    },
  );
}

/** Returns what follows the label of an instance in its address: '.learn.example:3000'. */
const toSuffix = (request: FastifyRequest, { BASE_DOMAIN }: Config) => `.${BASE_DOMAIN}${toPort(request)}`;

const toPort = ({ host }: FastifyRequest) => host.match(/:\d+$/)?.[0] ?? "";

interface Field {
  name: string;
  label: Message;
  type: string;
  autocomplete: string;
}

const FIELDS: Field[] = [
  { name: "name", label: t`Name of the organisation`, type: "text", autocomplete: "organization" },
  { name: "domain", label: t`Address of its training site`, type: "text", autocomplete: "off" },
  { name: "first_name", label: t`Your first name`, type: "text", autocomplete: "given-name" },
  { name: "last_name", label: t`Your last name`, type: "text", autocomplete: "family-name" },
  { name: "email", label: t`Your email`, type: "email", autocomplete: "username" },
  { name: "password", label: t`A password of at least 8 characters`, type: "password", autocomplete: "new-password" },
];

interface Form {
  token: string;
  values: Record<string, string>;
  errors: Record<string, string[]>;
}

function toPage(request: FastifyRequest, { config }: Platform, form: Form, strengthScript: string | null): Page {
  const language = readLanguage(request.headers["accept-language"]);
  const { PRODUCT_NAME, SINGLE_INSTANCE } = config;
  const suffix = SINGLE_INSTANCE ? null : toSuffix(request, config);
  // The label of the only instance is a setting of the server.
  const fields = FIELDS.filter(({ name }) => name !== "domain" || suffix !== null);
  const inputs = fields.map((field) => toInput(field, form, suffix, language));
  const title = translate(t`Set up ${PRODUCT_NAME}`, language);
  const about =
    suffix === null
      ? t`This account runs the platform and the training site of your organisation.`
      : t`The first account runs the platform; the first instance is the training site of an organisation. You can add more of both later.`;
  const body = markup`<h1>${title}</h1>
    <p>${translate(about, language)}</p>
    <p class="hint">${translate(t`Fields marked * are required.`, language)}</p>
    <form method="post" action="/setup?token=${encodeURIComponent(form.token)}">${inputs}<button>${translate(t`Set up`, language)}</button></form>`;
  return {
    title,
    body,
    language,
    script: suffix === null ? SEND_ONCE : SEND_ONCE + PROPOSE_ADDRESS,
    module: strengthScript,
    formTargets: suffix === null ? "" : `${request.protocol}://*${suffix}`,
  };
}

function toInput({ name, label, type, autocomplete }: Field, form: Form, suffix: string | null, language: Language) {
  const value = type === "password" ? "" : (form.values[name] ?? "");
  const error = form.errors[name]?.[0];
  const isAddress = name === "domain" && suffix !== null;
  const described = [error && `${name}-error`, isAddress && `${name}-hint`].filter(Boolean).join(" ");
  const input = markup`<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" ${isAddress ? markup`autocapitalize="none" spellcheck="false"` : markup`required`} ${error ? markup`aria-invalid="true"` : nothing} ${described ? markup`aria-describedby="${described}"` : nothing}>`;
  const hint = translate(t`Leave blank to create it from the name. The site will be at this address.`, language);
  return markup`<label for="${name}">${translate(label, language)}${isAddress ? nothing : markup`&nbsp;<span aria-hidden="true">*</span>`}</label>
      ${isAddress ? markup`<div class="address">${input}<span>${suffix}</span></div><p class="hint" id="${name}-hint">${hint}</p>` : input}
      ${error ? markup`<p class="error" id="${name}-error">${error}</p>` : nothing}
      ${type === "password" ? markup`<div class="strength"></div>` : nothing}`;
}

/** A second press would be answered with the page of a used link before the first leads to the login. */
const SEND_ONCE = `
let isSent = false;
document.querySelector("form").addEventListener("submit", (event) => { if (isSent) event.preventDefault(); isSent = true; });
addEventListener("pageshow", () => { isSent = false; });
`;

/** Proposes an address while the name is typed, as `proposeLabel` does, until the address is edited. */
const PROPOSE_ADDRESS = `
const name = document.getElementById("name"), domain = document.getElementById("domain");
let isOwn = domain.value !== "";
domain.addEventListener("input", () => { isOwn = domain.value !== ""; });
name.addEventListener("input", () => {
  if (!isOwn) domain.value = name.value.normalize("NFD").replace(/[\\u0300-\\u036f]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 63).replace(/^-+|-+$/g, "");
});
`;
