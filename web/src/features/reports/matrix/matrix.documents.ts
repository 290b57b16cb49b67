import { graphql } from "../../../app/graphql.ts";

export const CourseMatrix = graphql(`
  query CourseMatrix(
    $courseId: Int!
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $from: String
    $to: String
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
  ) {
    courseReport(
      courseId: $courseId
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      from: $from
      to: $to
    ) {
      id
      matrix(search: $search, sort: $sort, limit: $limit, offset: $offset) {
        total
        units {
          id
          title
          type
        }
        rows {
          id
          name
          progress
          completionDate
          cells {
            unitId
            state
            date
            score
            result
          }
        }
      }
    }
  }
`);
