import { graphql } from "../../../app/graphql.ts";

export const StartTestAttempt = graphql(`
  mutation StartTestAttempt($course_id: Int!, $unit_id: Int!, $branchUrl: String) {
    startTestAttempt(course_id: $course_id, unit_id: $unit_id, branchUrl: $branchUrl) {
      id
    }
  }
`);
