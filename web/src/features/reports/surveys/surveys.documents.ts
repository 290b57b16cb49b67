import { graphql } from "../../../app/graphql.ts";

export const SurveyResults = graphql(`
  query SurveyResults(
    $course_id: Int!
    $unit_id: Int
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $from: String
    $to: String
  ) {
    surveyResults(
      course_id: $course_id
      unit_id: $unit_id
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      from: $from
      to: $to
    ) {
      unit_id
      surveys {
        id
        title
      }
      is_anonymous
      least_answers
      answered
      shown
      withheld
      questions {
        key
        kind
        text
        is_multiple
        answered
        mean
        options {
          label
          count
        }
      }
    }
  }
`);

export const SurveyTexts = graphql(`
  query SurveyTexts(
    $course_id: Int!
    $unit_id: Int!
    $question: String!
    $limit: Int
    $offset: Int
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $from: String
    $to: String
  ) {
    surveyTexts(
      course_id: $course_id
      unit_id: $unit_id
      question: $question
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
        text
        name
      }
    }
  }
`);
