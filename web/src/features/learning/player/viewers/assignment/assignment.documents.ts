import { graphql } from "../../../../../app/graphql.ts";

export const MySubmissions = graphql(`
  query MySubmissions($course_id: Int!, $branchUrl: String) {
    mySubmissions(course_id: $course_id, branchUrl: $branchUrl) {
      id
      unit_id
      kind
      content
      file_path
      file_name
      state
      comment
      created_at
      reviewed_at
    }
  }
`);
