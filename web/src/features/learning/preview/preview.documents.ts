import { graphql } from "../../../app/graphql.ts";

export const GradePreview = graphql(`
  query GradePreview($course_id: Int!, $unit_id: Int, $question_id: Int!, $response: String!, $branchUrl: String) {
    gradePreview(
      course_id: $course_id
      unit_id: $unit_id
      question_id: $question_id
      response: $response
      branchUrl: $branchUrl
    )
  }
`);

export const PreviewedTest = graphql(`
  query PreviewedTest($course_id: Int!, $unit_id: Int!, $branchUrl: String) {
    testSettings(course_id: $course_id, unit_id: $unit_id, branchUrl: $branchUrl) {
      attempts_allowed
      attempt_wait
      time_limit
      counting_attempt
      shuffles_questions
      review
      retry
    }
  }
`);

export const GradePreviewedAttempt = graphql(`
  query GradePreviewedAttempt($course_id: Int!, $unit_id: Int!, $answers: [GivenAnswerInput!]!, $branchUrl: String) {
    gradePreviewedAttempt(course_id: $course_id, unit_id: $unit_id, answers: $answers, branchUrl: $branchUrl) {
      score
      pass_mark
      is_passed
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
