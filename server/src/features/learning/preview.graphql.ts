import { builder } from "../../graphql/builder.ts";
import * as previews from "./preview.service.ts";
import { ReviewedQuestion } from "./test-attempts.graphql.ts";
import { GivenAnswerInput } from "./work.graphql.ts";

const PreviewedAttempt = builder.objectRef<previews.PreviewedAttempt>("PreviewedAttempt").implement({
  description: "The result of an attempt at a test in an author's preview.",
  fields: (t) => ({
    score: t.exposeFloat("score", { description: "Percent." }),
    pass_mark: t.exposeInt("pass_mark"),
    is_passed: t.exposeBoolean("is_passed"),
    review: t.expose("review", { type: [ReviewedQuestion] }),
  }),
});

builder.queryFields((t) => ({
  gradePreviewedAttempt: t.field({
    type: PreviewedAttempt,
    description:
      "Grades an attempt at a test in an author's preview by the settings of the test; nothing is stored. Essays earn all of their points.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ required: true }),
      answers: t.arg({
        type: [GivenAnswerInput],
        required: true,
        description: "One for each question that was asked, in their order.",
      }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...given }, { actor }) => previews.gradePreviewedAttempt(actor, given, branchUrl),
  }),
}));
