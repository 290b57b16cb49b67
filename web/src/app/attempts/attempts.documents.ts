import { graphql } from "../graphql.ts";

export const CourseAttempts = graphql(`
  query CourseAttempts($course_id: Int!, $user_id: Int, $branchUrl: String) {
    courseAttempts(course_id: $course_id, user_id: $user_id, branchUrl: $branchUrl) {
      id
      attempt
      completed_at
      certificate_url
      answers {
        unit
        question
        response
        is_correct
      }
    }
  }
`);
