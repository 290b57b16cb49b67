// Written from schema.graphql by `npm run generate` (scripts/course-documents.ts).
import { graphql } from "../../../app/graphql.ts";

export const CourseToEdit = graphql(`
  query CourseToEdit($id: Int!, $branchUrl: String) {
    course(id: $id, branchUrl: $branchUrl) {
      assignments {
        completion_option
        content
        id
        is_complete
        tests {
          ...EditedQuestion
        }
        time_limit
        time_spent
        title
        type
        unit_order
      }
      audios {
        audio_path
        completion_option
        content
        file_name
        id
        is_complete
        tests {
          ...EditedQuestion
        }
        time_limit
        time_spent
        title
        type
        unit_order
      }
      capacity
      categories {
        id
        name
        parent_id
      }
      certificate_template_id
      certificate_type
      completion_percentage
      completion_rules
      contents {
        completion_option
        content
        id
        is_complete
        tests {
          ...EditedQuestion
        }
        time_limit
        time_spent
        title
        type
        unit_order
      }
      course_code
      description
      documents {
        completion_option
        description
        file_name
        file_path
        file_type
        id
        is_complete
        pdf_path
        tests {
          ...EditedQuestion
        }
        time_limit
        time_spent
        title
        type
        unit_order
      }
      due_days
      end_date
      end_time
      hide_from_catalog
      id
      iframes {
        completion_option
        content
        embed_url
        id
        is_complete
        tests {
          ...EditedQuestion
        }
        time_limit
        time_spent
        title
        type
        unit_order
        url
      }
      learning_path
      level
      may_edit
      owning_branch
      price
      recertify_days
      resources {
        category {
          id
          name
        }
        file_path
        id
        is_downloadable
        name
        type
      }
      scorms {
        completes_on_open
        completion_option
        file_name
        id
        is_complete
        scorm_id
        scorm_path
        tests {
          ...EditedQuestion
        }
        time_limit
        time_spent
        title
        type
        unit_order
      }
      start_date
      start_time
      status
      surveys {
        completion_option
        content
        has_answers
        id
        is_anonymous
        is_complete
        survey_questions {
          high
          is_multiple
          is_required
          key
          kind
          low
          options {
            key
            text
          }
          points
          text
        }
        tests {
          ...EditedQuestion
        }
        time_limit
        time_spent
        title
        type
        unit_order
      }
      tests {
        attempt_wait
        attempts_allowed
        completion_option
        counting_attempt
        draws {
          category
          count
        }
        id
        is_complete
        partial_credit
        pass_mark
        questions_per_page
        retry
        review
        shows_answers
        shuffles_options
        shuffles_questions
        tests {
          ...EditedQuestion
        }
        time_limit
        time_spent
        title
        type
        unit_order
      }
      thumbnail
      title
      version
      videos {
        captions {
          file_name
          file_path
          language
        }
        completion_option
        content
        file_name
        id
        is_complete
        tests {
          ...EditedQuestion
        }
        time_limit
        time_spent
        title
        type
        unit_order
        video_path
        youtube_link
      }
    }
  }

  fragment EditedQuestion on TestQuestion {
    accepted {
      feedback
      text
      tolerance
      weight
    }
    feedback
    id
    marker_note
    matches_case
    max_words
    media {
      alt
      file
      kind
    }
    min_words
    multiple
    options {
      checked
      feedback
      picture {
        alt
        file
      }
      region {
        height
        width
        x
        y
      }
      text
      weight
    }
    pairs {
      left
      picture {
        alt
        file
      }
      right
    }
    points
    question
    required_points
    rubric {
      criterion
      levels {
        points
        text
      }
    }
    rules {
      condition
      points
      word
    }
    type
    unit_order
  }
`);

export const CreateCourse = graphql(`
  mutation CreateCourse(
    $assignment: [AssignmentUnitInput!]
    $audio: [AudioUnitInput!]
    $branchUrl: String
    $capacity: Int
    $categories: [Int!]
    $certificate_template_id: Int
    $certificate_type: String
    $completion_percentage: Int
    $completion_rules: String
    $content: [ContentUnitInput!]
    $course_code: String
    $creation_key: String
    $description: String!
    $document: [DocumentUnitInput!]
    $due_days: Int
    $end_date: String
    $end_time: String
    $hide_from_catalog: Boolean
    $iframe: [IframeUnitInput!]
    $learning_path: [Int!]
    $level: String
    $price: Float
    $recertify_days: Int
    $resources: [ResourceInput!]
    $scorm: [ScormUnitInput!]
    $start_date: String
    $start_time: String
    $status: String
    $surveys: [SurveyUnitInput!]
    $test_units: [TestUnitInput!]
    $tests: [QuestionInput!]
    $thumbnail: String
    $title: String!
    $video: [VideoUnitInput!]
  ) {
    createCourse(
      assignment: $assignment
      audio: $audio
      branchUrl: $branchUrl
      capacity: $capacity
      categories: $categories
      certificate_template_id: $certificate_template_id
      certificate_type: $certificate_type
      completion_percentage: $completion_percentage
      completion_rules: $completion_rules
      content: $content
      course_code: $course_code
      creation_key: $creation_key
      description: $description
      document: $document
      due_days: $due_days
      end_date: $end_date
      end_time: $end_time
      hide_from_catalog: $hide_from_catalog
      iframe: $iframe
      learning_path: $learning_path
      level: $level
      price: $price
      recertify_days: $recertify_days
      resources: $resources
      scorm: $scorm
      start_date: $start_date
      start_time: $start_time
      status: $status
      surveys: $surveys
      test_units: $test_units
      tests: $tests
      thumbnail: $thumbnail
      title: $title
      video: $video
    ) {
      id
      version
    }
  }
`);
