import { graphql } from "../../../app/graphql.ts";

/**
 * Opens the player with the outline of the course, one unit and the next, or with `opens` false reads one unit alone. With
 * `starts` the clock of the unit is started.
 */
export const CourseForPlayer = graphql(`
  query CourseForPlayer(
    $id: Int!
    $order: Int
    $unit_id: Int
    $opens: Boolean!
    $starts: Boolean!
    $branchUrl: String
    $preview: Boolean
  ) {
    course(id: $id, branchUrl: $branchUrl, asLearner: true, preview: $preview) {
      ...OutlineForPlayer @include(if: $opens)
      openedUnit(order: $order, unit_id: $unit_id, starts: $starts) {
        ...OpenedUnitForPlayer
        next @include(if: $opens) {
          ...OpenedUnitForPlayer
        }
      }
    }
  }

  fragment OutlineForPlayer on Course {
    id
    title
    is_enrolled
    is_complete
    attempt
    prerequisites {
      id
      is_complete
    }
    units {
      id
      typename
      title
      unit_order
      time_limit
      is_complete
      time_spent
      has_questions
    }
  }

  fragment OpenedUnitForPlayer on OpenedUnit {
    is_started
    responses {
      input_type
      input_key
      response
    }
    unit {
      __typename
      id
      title
      unit_order
      time_limit
      is_complete
      time_spent
      tests {
        id
        type
        question
        points
        multiple
        min_words
        max_words
        options {
          text
          picture {
            file
            alt
          }
          region {
            x
            y
            width
            height
          }
        }
        pairs {
          left
          right
          picture {
            file
            alt
          }
        }
        media {
          kind
          file
          alt
        }
      }
      ... on Content {
        content
      }
      ... on Video {
        content
        video_path
        youtube_link
        captions {
          language
          file_path
        }
      }
      ... on AudioUnit {
        content
        audio_path
      }
      ... on DocumentUnit {
        description
        file_path
        file_name
        file_type
        pdf_path
      }
      ... on iFrameUnitType {
        content
        url
        embed_url
      }
      ... on ScormUnitType {
        scorm_id
      }
      ... on TestUnitType {
        draws {
          category
        }
        pass_mark
        review
        retry
        questions_per_page
        test {
          questions
          attempts_used
          attempts_left
          seconds_to_wait
          is_passed
          open {
            id
            number
            seconds_left
            carried
          }
        }
      }
      ... on AssignmentUnitType {
        content
        completion_option
      }
      ... on SurveyUnitType {
        content
        is_anonymous
        survey_questions {
          key
          kind
          text
          is_required
          points
          low
          high
          is_multiple
          options {
            key
            text
          }
        }
        survey {
          has_answered
          answers {
            key
            number
            options
            text
          }
        }
      }
    }
  }
`);

export const AttemptAtHand = graphql(`
  query AttemptAtHand($id: Int!, $branchUrl: String) {
    course(id: $id, branchUrl: $branchUrl, asLearner: true) {
      is_enrolled
      attempt
    }
  }
`);

export const StoreUnitResponse = graphql(`
  mutation StoreUnitResponse($input: StoreUnitResponseInput!, $branchUrl: String) {
    storeUnitResponse(input: $input, branchUrl: $branchUrl) {
      id
      response
    }
  }
`);

export const RecordWork = graphql(`
  mutation RecordWork($input: WorkInput!, $branchUrl: String, $ahead: Int!, $readsAhead: Boolean!) {
    recordWork(input: $input, branchUrl: $branchUrl) {
      time_spent
      answers {
        question_id
        response
        problem
      }
      completion {
        course_complete
      }
      refusal
      unit(id: $ahead) @include(if: $readsAhead) {
        ...OpenedUnitForPlayer
      }
    }
  }
`);
