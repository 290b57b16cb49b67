import { graphql } from "../../../app/graphql.ts";

export const ComplianceOverview = graphql(`
  query ComplianceOverview(
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $category_id: Int
    $from: String
    $to: String
    $course_id: Int
    $path_id: Int
  ) {
    compliance(
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      category_id: $category_id
      from: $from
      to: $to
      course_id: $course_id
      path_id: $path_id
    ) {
      name
      totals {
        ...StateCounts
      }
      months {
        day
        assigned
        compliant
        overdue
      }
    }
  }

  fragment StateCounts on ComplianceCounts {
    assigned
    compliant
    due
    overdue
    expired
  }
`);

export const CourseCompliance = graphql(`
  query CourseCompliance(
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $category_id: Int
    $from: String
    $to: String
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
  ) {
    compliance(
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      category_id: $category_id
      from: $from
      to: $to
    ) {
      courses(search: $search, sort: $sort, limit: $limit, offset: $offset) {
        total
        rows {
          id
          name
          category
          counts {
            ...StateCounts
          }
        }
      }
    }
  }
`);

export const PathCompliance = graphql(`
  query PathCompliance(
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $category_id: Int
    $from: String
    $to: String
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
  ) {
    compliance(
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      category_id: $category_id
      from: $from
      to: $to
    ) {
      paths(search: $search, sort: $sort, limit: $limit, offset: $offset) {
        total
        rows {
          id
          name
          counts {
            ...StateCounts
          }
        }
      }
    }
  }
`);

export const CompliancePeople = graphql(`
  query CompliancePeople(
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $category_id: Int
    $from: String
    $to: String
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
    $course_id: Int
    $path_id: Int
    $state: String
  ) {
    compliance(
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      category_id: $category_id
      from: $from
      to: $to
      course_id: $course_id
      path_id: $path_id
    ) {
      people(search: $search, state: $state, sort: $sort, limit: $limit, offset: $offset) {
        total
        rows {
          id
          name
          email
          state
          progress
          due
          completed
          expires
        }
      }
    }
  }
`);

export const BranchCompliance = graphql(`
  query BranchCompliance(
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $category_id: Int
    $from: String
    $to: String
    $course_id: Int
    $path_id: Int
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
  ) {
    compliance(
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      category_id: $category_id
      from: $from
      to: $to
      course_id: $course_id
      path_id: $path_id
    ) {
      branches(search: $search, sort: $sort, limit: $limit, offset: $offset) {
        total
        rows {
          id
          name
          url
          counts {
            ...StateCounts
          }
        }
      }
    }
  }
`);

export const TrainingMatrix = graphql(`
  query TrainingMatrix(
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $category_id: Int
    $from: String
    $to: String
    $search: String
    $state: String
    $sort: String
    $limit: Int
    $offset: Int
    $hasCourses: Boolean!
  ) {
    trainingMatrix(
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      category_id: $category_id
      from: $from
      to: $to
    ) {
      courses @include(if: $hasCourses) {
        id
        name
        counts {
          ...StateCounts
        }
      }
      people(search: $search, state: $state, sort: $sort, limit: $limit, offset: $offset) {
        total
        rows {
          id
          name
          cells {
            courseId
            state
            progress
            isComplete
            due
            expires
          }
        }
      }
    }
  }
`);

export const PathMatrix = graphql(`
  query PathMatrix(
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $category_id: Int
    $from: String
    $to: String
    $search: String
    $state: String
    $sort: String
    $limit: Int
    $offset: Int
    $hasPaths: Boolean!
  ) {
    trainingMatrix(
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      category_id: $category_id
      from: $from
      to: $to
    ) {
      paths @include(if: $hasPaths) {
        id
        name
        counts {
          ...StateCounts
        }
      }
      path_people(search: $search, state: $state, sort: $sort, limit: $limit, offset: $offset) {
        total
        rows {
          id
          name
          cells {
            pathId
            state
            progress
            isComplete
            due
            expires
          }
        }
      }
    }
  }
`);
