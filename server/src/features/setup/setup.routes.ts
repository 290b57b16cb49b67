import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError, type Validation } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { markup, nothing, sendPage } from "../../platform/page.ts";
import * as setup from "./setup.service.ts";

/** The page behind the one-time link of an empty database: one form, no script. */
export function setUpRoutes(app: FastifyInstance, platform: Platform): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 20_000 },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  app.get<{ Querystring: { token?: string } }>("/setup", async (request, reply) => {
    const token = request.query.token ?? "";
    await setup.checkSetUp(platform, token);
    return sendForm(reply, platform, token, {}, {});
  });

  app.post<{ Querystring: { token?: string }; Body: Record<string, string> }>(
    "/setup",
    { config: { isPublic: true } },
    async (request, reply) => {
      const token = request.query.token ?? "";
      try {
        const domain = await setup.setUp(platform, token, request.body);
        const { BASE_DOMAIN, SINGLE_INSTANCE } = platform.config;
        const port = request.host.match(/:\d+$/)?.[0] ?? "";
        const host = SINGLE_INSTANCE ? request.host : `${domain}.${BASE_DOMAIN}${port}`;
        const success = encodeURIComponent("Everything is set up. Log in with the account you have just made.");
        return await reply.redirect(`${request.protocol}://${host}/login?success=${success}`, 303);
      } catch (error) {
        if (!(error instanceof AppError) || !error.validation) throw error;
        return sendForm(reply.code(422), platform, token, request.body, error.validation);
      }
    },
  );
}

const FIELDS = [
  { name: "name", label: "Name of the organisation", type: "text", autocomplete: "organization" },
  { name: "domain", label: "Its address begins with", type: "text", autocomplete: "off" },
  { name: "first_name", label: "Your first name", type: "text", autocomplete: "given-name" },
  { name: "last_name", label: "Your last name", type: "text", autocomplete: "family-name" },
  { name: "email", label: "Your email", type: "email", autocomplete: "username" },
  { name: "password", label: "A password of at least 8 characters", type: "password", autocomplete: "new-password" },
] as const;

function sendForm(
  reply: FastifyReply,
  { config }: Platform,
  token: string,
  values: Record<string, string>,
  errors: Validation,
): FastifyReply {
  const inputs = FIELDS.map(({ name, label, type, autocomplete }) => {
    const value = type === "password" ? "" : (values[name] ?? "");
    const error = errors[name]?.[0];
    return markup`<label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" required ${error ? markup`aria-invalid="true" aria-describedby="${name}-error"` : nothing}>
      ${error ? markup`<p class="error" id="${name}-error">${error}</p>` : nothing}`;
  });
  const body = markup`<h1>Set up ${config.PRODUCT_NAME}</h1>
    <p>The first account runs the platform; the first instance is the training site of an organisation. Both can have more beside them later.</p>
    <form method="post" action="/setup?token=${encodeURIComponent(token)}">${inputs}<button>Set up</button></form>`;
  return sendPage(reply, config.PRODUCT_NAME, "Set up", body);
}
