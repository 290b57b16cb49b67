import { builder } from "../../graphql/builder.ts";
import * as steps from "./first-steps.service.ts";

const FirstSteps = builder.objectRef<steps.FirstSteps>("FirstSteps").implement({
  description: "Which first steps with an instance are done, as its data shows.",
  fields: (t) => ({
    has_brand: t.exposeBoolean("has_brand", { description: "It has a logo, colours or a theme of its own." }),
    has_course: t.exposeBoolean("has_course", { description: "A course is published." }),
    has_people: t.exposeBoolean("has_people", { description: "There is another user than the first." }),
    has_enrolment: t.exposeBoolean("has_enrolment"),
    has_progress: t.exposeBoolean("has_progress", { description: "A user has begun a course." }),
    is_hidden: t.exposeBoolean("is_hidden"),
  }),
});

builder.queryField("firstSteps", (t) =>
  t.field({
    type: FirstSteps,
    resolve: (_, __, { actor }) => steps.readFirstSteps(actor),
  }),
);

builder.mutationField("hideFirstSteps", (t) =>
  t.field({
    type: FirstSteps,
    description: "Hides them for all admins of the instance, or shows them again.",
    args: { hidden: t.arg.boolean({ required: true }) },
    resolve: (_, { hidden }, { actor }) => steps.hideFirstSteps(actor, hidden),
  }),
);
