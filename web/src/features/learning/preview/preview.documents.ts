import { graphql } from "../../../app/graphql.ts";

export const GradePreview = graphql(`
  query GradePreview($course_id: Int!, $question_id: Int!, $response: String!, $branchUrl: String) {
    gradePreview(course_id: $course_id, question_id: $question_id, response: $response, branchUrl: $branchUrl)
  }
`);
