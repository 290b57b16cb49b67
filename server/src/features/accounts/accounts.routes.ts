import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { listCommonPasswords } from "../../access/common-passwords.ts";
import { NotFound } from "../../errors.ts";
import { readBearer, type WithActor } from "../../http.ts";
import * as accounts from "./accounts.service.ts";
import { chooseBranch, listChoices } from "./branch-choice.service.ts";
import { rememberDevice } from "../sign-in-security/remembered-devices.service.ts";
import { t } from "../../i18n/message.ts";

const codeBody = z.object({ code: z.string().max(200) });
const choiceBody = codeBody.extend({ branch_url: z.string().max(100).nullish() });

/**
 * Registers the routes of accounts.
 * @param withPublicActor for the exchange of a one-time code, before sign-in
 */
export function accountRoutes(app: FastifyInstance, withActor: WithActor, withPublicActor: WithActor): void {
  app.get("/api/user", (request) => withActor(request, async (actor) => accounts.currentUser(actor)));

  // The list is public and changes with releases only.
  app.get<{ Params: { bucket: string } }>("/api/common-passwords/:bucket", async ({ params: { bucket } }, reply) => {
    if (!/^[\da-f]{3}$/.test(bucket)) throw new NotFound("File");
    reply.header("cache-control", "public, max-age=86400");
    return { hashes: listCommonPasswords(parseInt(bucket, 16)) };
  });

  app.post("/api/logout", (request) =>
    withActor(request, async (actor) => {
      const provider_url = await accounts.logOut(actor, readBearer(request) ?? "");
      return { message: t`Signed out.`, provider_url };
    }),
  );

  app.post("/api/remembered-device", async (request, reply) => {
    reply.header("set-cookie", await withActor(request, rememberDevice));
    return { message: t`This device is not asked for the second factor again.` };
  });

  // Without a branch it lists those of the person; with one it signs them in there.
  app.post("/api/branch-choice", { bodyLimit: 8 * 1024, config: { isPublic: true } }, (request) =>
    withPublicActor<object>(request, (actor) => {
      const { code, branch_url } = choiceBody.parse(request.body);
      return branch_url ? chooseBranch(actor, { code, branchUrl: branch_url }) : listChoices(actor, code);
    }),
  );

  app.post("/api/login-code", { bodyLimit: 8 * 1024, config: { isPublic: true } }, (request) =>
    withPublicActor(request, (actor) => accounts.redeemCode(actor, codeBody.parse(request.body).code)),
  );
}
