import { graphql } from "../../../app/graphql.ts";

export const CourseForPlayer = graphql(`
  query CourseForPlayer($id: Int!, $branchUrl: String, $preview: Boolean) {
    course(id: $id, branchUrl: $branchUrl, asLearner: true, preview: $preview) {
      id
      title
      is_enrolled
      attempt
      last_unit_id
      prerequisites {
        id
        is_complete
      }
      userResponses {
        unit_id
        input_type
        input_key
        response
      }
      contents {
        ...UnitOfCourse
        content
      }
      videos {
        ...UnitOfCourse
        content
        video_path
        youtube_link
        captions {
          language
          file_path
        }
      }
      audios {
        ...UnitOfCourse
        content
        audio_path
      }
      documents {
        ...UnitOfCourse
        description
        file_path
        file_name
        file_type
        pdf_path
      }
      iframes {
        ...UnitOfCourse
        content
        url
        embed_url
      }
      scorms {
        ...UnitOfCourse
        scorm_id
      }
      tests {
        ...UnitOfCourse
        draws {
          category
        }
      }
      assignments {
        ...UnitOfCourse
        content
        completion_option
      }
    }
  }

  fragment UnitOfCourse on Unit {
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
      multiple
      options {
        text
      }
      pairs {
        left
        right
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

export const MarkUnitComplete = graphql(`
  mutation MarkUnitComplete($input: MarkUnitCompleteInput!, $branchUrl: String) {
    markUnitComplete(input: $input, branchUrl: $branchUrl) {
      id
      is_complete
      unit_id
      unit_type
      course_complete
    }
  }
`);
