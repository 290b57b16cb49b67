import { graphql } from "../../../app/graphql.ts";

export const CertifiedPage = graphql(`
  query CertifiedPage(
    $state: String
    $courseId: Int
    $pathId: Int
    $branchUrls: [String!]
    $group_ids: [Int!]
    $category_id: Int
    $from: String
    $to: String
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
    $branchUrl: String
  ) {
    certifiedPage(
      state: $state
      courseId: $courseId
      pathId: $pathId
      branchUrls: $branchUrls
      group_ids: $group_ids
      category_id: $category_id
      from: $from
      to: $to
      search: $search
      sort: $sort
      limit: $limit
      offset: $offset
      branchUrl: $branchUrl
    ) {
      total
      rows {
        user_id
        user_name
        email
        course_id
        path_id
        course_title
        completed_on
        expires_on
        state
        is_again
        revoke_reason
      }
    }
  }
`);

export const CertifiedCourses = graphql(`
  query CertifiedCourses($branchUrl: String) {
    reportsAllCourses(branchUrl: $branchUrl) {
      courses {
        id
        title
      }
    }
  }
`);

export const CertifiedPaths = graphql(`
  query CertifiedPaths($branchUrl: String) {
    learningPaths(sort: "title", limit: 500, branchUrl: $branchUrl) {
      rows {
        id
        title
      }
    }
  }
`);

export const RevokeCertificate = graphql(`
  mutation RevokeCertificate($user_id: Int!, $course_id: Int, $path_id: Int, $reason: String!, $branchUrl: String) {
    revokeCertificate(
      user_id: $user_id
      course_id: $course_id
      path_id: $path_id
      reason: $reason
      branchUrl: $branchUrl
    ) {
      state
    }
  }
`);

export const RestoreCertificate = graphql(`
  mutation RestoreCertificate($user_id: Int!, $course_id: Int, $path_id: Int, $branchUrl: String) {
    restoreCertificate(user_id: $user_id, course_id: $course_id, path_id: $path_id, branchUrl: $branchUrl) {
      state
    }
  }
`);

export const BeginAgain = graphql(`
  mutation BeginAgain($user_id: Int, $course_id: Int!, $branchUrl: String) {
    retakeCourse(user_id: $user_id, course_id: $course_id, branchUrl: $branchUrl) {
      id
    }
  }
`);
