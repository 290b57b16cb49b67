import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { bearerOf, type Door } from "../../http.ts";
import * as accounts from "./accounts.service.ts";

const codeBody = z.object({ code: z.string().max(200) });

export function accountRoutes(app: FastifyInstance, door: Door): void {
  app.get("/api/user", (request) => door(request, async (actor) => accounts.currentUser(actor)));

  app.post("/api/logout", (request) =>
    door(request, async (actor) => {
      await accounts.logOut(actor, bearerOf(request) ?? "");
      return { message: "Signed out." };
    }),
  );

  app.post("/api/login-code", (request) =>
    door(request, (actor) => accounts.redeemCode(actor, codeBody.parse(request.body).code)),
  );
}
