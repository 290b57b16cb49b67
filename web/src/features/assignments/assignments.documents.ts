import { graphql } from "../../app/graphql.ts";
import type { OneSubmissionQuery } from "../../gen/graphql.ts";

export type Submission = OneSubmissionQuery["submission"];

export const SubmissionsPage = graphql(`
  query SubmissionsPage(
    $course_id: Int
    $state: String
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
    $branchUrl: String
  ) {
    submissionsPage(
      course_id: $course_id
      state: $state
      search: $search
      sort: $sort
      limit: $limit
      offset: $offset
      branchUrl: $branchUrl
    ) {
      total
      rows {
        id
        user_name
        email
        course_title
        unit_title
        kind
        question_id
        question
        state
        created_at
        reviewed_at
      }
    }
  }
`);

export const SubmissionCourses = graphql(`
  query SubmissionCourses($branchUrl: String) {
    submissionsPage(limit: 1, branchUrl: $branchUrl) {
      courses {
        id
        title
      }
    }
  }
`);

export const OneSubmission = graphql(`
  query OneSubmission($id: Int!, $branchUrl: String) {
    submission(id: $id, branchUrl: $branchUrl) {
      id
      user_id
      user_name
      email
      course_id
      course_title
      unit_title
      assignment
      kind
      content
      file_path
      download_path
      file_name
      file_type
      state
      comment
      reviewer
      created_at
      reviewed_at
      previous
      next
      history {
        id
        kind
        state
        comment
        created_at
        reviewed_at
      }
    }
  }
`);

export const ReviewSubmission = graphql(`
  mutation ReviewSubmission($id: Int!, $accept: Boolean!, $comment: String, $branchUrl: String) {
    reviewSubmission(id: $id, accept: $accept, comment: $comment, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const WithdrawAcceptance = graphql(`
  mutation WithdrawAcceptance($id: Int!, $branchUrl: String) {
    withdrawAcceptance(id: $id, branchUrl: $branchUrl) {
      id
    }
  }
`);
