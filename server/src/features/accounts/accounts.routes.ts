import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { bearerOf, type Door } from "../../http.ts";
import * as accounts from "./accounts.service.ts";

const codeBody = z.object({ code: z.string().max(200) });

/** @param publicDoor for the exchange of a one-time code, which nobody is signed in for */
export function accountRoutes(app: FastifyInstance, door: Door, publicDoor: Door): void {
  app.get("/api/user", (request) => door(request, async (actor) => accounts.currentUser(actor)));

  app.post("/api/logout", (request) =>
    door(request, async (actor) => {
      await accounts.logOut(actor, bearerOf(request) ?? "");
      return { message: "Signed out." };
    }),
  );

  app.post("/api/login-code", { bodyLimit: 8 * 1024, config: { isPublic: true } }, (request) =>
    publicDoor(request, (actor) => accounts.redeemCode(actor, codeBody.parse(request.body).code)),
  );
}
