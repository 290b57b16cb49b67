import { builder } from "../../graphql/builder.ts";

export const DueInput = builder.inputType("DueInput", {
  description: "When a course is due: on a day, or so many days after the enrolment; never, without either.",
  fields: (t) => ({ on: t.string({ description: "yyyy-mm-dd" }), days: t.int() }),
});
