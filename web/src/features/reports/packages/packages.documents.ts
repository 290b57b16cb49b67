import { graphql } from "../../../app/graphql.ts";

export const PackageResultsPage = graphql(`
  query PackageResultsPage(
    $course_id: Int!
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $from: String
    $to: String
  ) {
    packageResultsPage(
      course_id: $course_id
      search: $search
      sort: $sort
      limit: $limit
      offset: $offset
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      from: $from
      to: $to
    ) {
      total
      rows {
        user_id
        name
        unit_id
        unit
        kind
        completion_status
        success_status
        score
        seconds
        updated_at
      }
    }
  }
`);

export const PackageQuestions = graphql(`
  query PackageQuestions(
    $course_id: Int!
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $from: String
    $to: String
  ) {
    packageQuestions(
      course_id: $course_id
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      from: $from
      to: $to
    ) {
      unit_id
      unit
      question
      description
      type
      answered
      correct
      tries
    }
  }
`);

export const PackageAttempts = graphql(`
  query PackageAttempts($unit_id: Int!, $user_id: Int!, $branchUrl: String) {
    packageAttempts(unit_id: $unit_id, user_id: $user_id, branchUrl: $branchUrl) {
      id
      sco
      attempt
      completion_status
      success_status
      score
      total_seconds
      location
      created_at
      updated_at
      interactions {
        id
        type
        description
        response
        result
        latency
      }
      calls {
        called_at
        call
        element
        value
        result
        error_code
      }
    }
  }
`);

export const PackageCourse = graphql(`
  query PackageCourse($id: Int!, $branchUrl: String) {
    course(id: $id, branchUrl: $branchUrl) {
      id
      title
    }
  }
`);

export const CourseStanding = graphql(`
  query CourseStanding($unit_id: Int!, $user_id: Int!, $branchUrl: String) {
    cmi5Standing(unit_id: $unit_id, user_id: $user_id, branchUrl: $branchUrl) {
      members {
        ...MemberStanding
      }
    }
  }

  fragment MemberStanding on Cmi5Member {
    kind
    identifier
    uuid
    title
    is_done
    is_failed
    is_begun
    is_waived
    score
  }
`);

export const WaiveAu = graphql(`
  mutation WaiveAu($unit_id: Int!, $user_id: Int!, $au: String!, $reason: String!, $branchUrl: String) {
    waiveAu(unit_id: $unit_id, user_id: $user_id, au: $au, reason: $reason, branchUrl: $branchUrl) {
      members {
        ...MemberStanding
      }
    }
  }
`);
