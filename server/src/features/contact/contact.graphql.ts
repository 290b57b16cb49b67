import { builder } from "../../graphql/builder.ts";
import * as contact from "./contact.service.ts";

builder.mutationField("sendContactMessage", (t) =>
  t.field({
    type: builder.objectRef<{ message: string }>("ContactResult").implement({
      fields: (result) => ({ message: result.exposeString("message") }),
    }),
    args: {
      firstname: t.arg.string({ required: true }),
      lastname: t.arg.string({ required: true }),
      email: t.arg.string({ required: true }),
      country: t.arg.string({ required: true, description: "AF, AL, DZ, US or GB." }),
      message: t.arg.string({ required: true }),
    },
    resolve: (_, input, { actor }) => contact.sendMessage(actor, input),
  }),
);
