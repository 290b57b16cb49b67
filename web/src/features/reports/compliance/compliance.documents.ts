import { graphql } from "../../../app/graphql.ts";

export const ComplianceOverview = graphql(`
  query ComplianceOverview(
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $category_id: Int
    $from: String
    $to: String
  ) {
    compliance(
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      category_id: $category_id
      from: $from
      to: $to
    ) {
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

export const BranchCompliance = graphql(`
  query BranchCompliance(
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
      branches(search: $search, sort: $sort, limit: $limit, offset: $offset) {
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
