import { graphql } from "../../app/graphql.ts";
import type { OneEssayQuery } from "../../gen/graphql.ts";

export type Essay = OneEssayQuery["essay"];

export const OneEssay = graphql(`
  query OneEssay($attempt_id: Int!, $question_id: Int!, $branchUrl: String) {
    essay(attempt_id: $attempt_id, question_id: $question_id, branchUrl: $branchUrl) {
      attempt_id
      question_id
      user_name
      course_title
      unit_title
      question
      media {
        kind
        file
        alt
      }
      rubric {
        criterion
        levels {
          text
          points
        }
      }
      points
      min_words
      max_words
      marker_note
      answer
      words
      number
      submitted_at
      score
      is_passed
      others_waiting
      mark_points
      mark_levels {
        criterion
        level
      }
      mark_comment
      marker
      marked_at
      neighbours {
        previous {
          attempt_id
          question_id
        }
        next {
          attempt_id
          question_id
        }
      }
    }
  }
`);

export const MarkEssay = graphql(`
  mutation MarkEssay(
    $attempt_id: Int!
    $question_id: Int!
    $points: Int
    $levels: [ReachedLevelInput!]
    $comment: String
    $replaces: String
    $branchUrl: String
  ) {
    markEssay(
      attempt_id: $attempt_id
      question_id: $question_id
      points: $points
      levels: $levels
      comment: $comment
      replaces: $replaces
      branchUrl: $branchUrl
    ) {
      score
    }
  }
`);
