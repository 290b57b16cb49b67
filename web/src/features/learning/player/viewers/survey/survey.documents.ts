import { graphql } from "../../../../../app/graphql.ts";

export const SubmitSurvey = graphql(`
  mutation SubmitSurvey($course_id: Int!, $unit_id: Int!, $answers: [SurveyAnswerInput!]!, $branchUrl: String) {
    submitSurvey(course_id: $course_id, unit_id: $unit_id, answers: $answers, branchUrl: $branchUrl) {
      course_complete
    }
  }
`);
