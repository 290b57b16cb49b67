import { graphql } from "../../../../../app/graphql.ts";

export const SubmitTestAttempt = graphql(`
  mutation SubmitTestAttempt($course_id: Int!, $unit_id: Int!, $attempt_id: Int!, $branchUrl: String) {
    submitTestAttempt(course_id: $course_id, unit_id: $unit_id, attempt_id: $attempt_id, branchUrl: $branchUrl) {
      id
    }
  }
`);

/** Reads the attempts at a test, and what is complete since one was passed. */
export const MyTestAttempts = graphql(`
  query MyTestAttempts($course_id: Int!, $unit_id: Int!, $branchUrl: String) {
    course(id: $course_id, branchUrl: $branchUrl, asLearner: true) {
      is_complete
      units {
        id
        is_complete
      }
    }
    testAttempts(course_id: $course_id, unit_id: $unit_id, branchUrl: $branchUrl) {
      id
      course_attempt
      number
      started_at
      submitted_at
      is_timed_out
      score
      pass_mark
      is_passed
      is_waiting
      counts
      review {
        id
        type
        question
        answer
        is_correct
        credit
        points
        feedback {
          about
          text
        }
        right_answers
        is_waiting
        levels {
          criterion
          level
          points
          most
        }
        comment
        media {
          kind
          file
          alt
        }
        pictures {
          text
          picture {
            file
            alt
          }
        }
        regions {
          text
          is_chosen
          is_right
          region {
            x
            y
            width
            height
          }
        }
      }
    }
  }
`);
