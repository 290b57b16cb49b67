import { graphql } from "../../../app/graphql.ts";

export const ItemAnalysis = graphql(`
  query ItemAnalysis(
    $course_id: Int!
    $unit_id: Int
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $from: String
    $to: String
  ) {
    itemAnalysis(
      course_id: $course_id
      unit_id: $unit_id
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      from: $from
      to: $to
    ) {
      unit_id
      tests {
        id
        title
      }
      is_in_attempts
      is_pending
      computed_at
      attempts
      group_size
      mean_score
      mean_seconds
      alpha
      alpha_attempts
      thresholds {
        least_answers
        too_hard
        too_easy
        discriminates
      }
      items {
        question_id
        version
        is_current
        type
        question
        answered
        facility
        discrimination
        seconds
        options {
          text
          is_right
          weight
          chosen
          upper
          lower
        }
        marks {
          kind
          option
        }
      }
    }
  }
`);
