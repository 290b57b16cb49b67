import { graphql } from "../../../../../app/graphql.ts";

export const LaunchScorm = graphql(`
  mutation LaunchScorm($course_id: Int!, $unit_id: Int!, $branchUrl: String) {
    launchScorm(course_id: $course_id, unit_id: $unit_id, branchUrl: $branchUrl) {
      url
      frame_url
      kind
      has_lost_values
    }
  }
`);

export const UnitsDone = graphql(`
  query UnitsDone($id: Int!, $branchUrl: String) {
    course(id: $id, branchUrl: $branchUrl) {
      is_complete
      units {
        id
        is_complete
      }
    }
  }
`);

export const CourseOfAus = graphql(`
  query CourseOfAus($course_id: Int!, $unit_id: Int!, $branchUrl: String) {
    cmi5Course(course_id: $course_id, unit_id: $unit_id, branchUrl: $branchUrl) {
      title
      members {
        kind
        identifier
        uuid
        title
        description
        depth
        launch_method
        is_done
        is_failed
        is_begun
        is_waived
        score
      }
    }
  }
`);

export const LaunchAu = graphql(`
  mutation LaunchAu($course_id: Int!, $unit_id: Int!, $au: String!, $branchUrl: String) {
    launchAu(course_id: $course_id, unit_id: $unit_id, au: $au, branchUrl: $branchUrl) {
      url
      frame_url
      launch_method
    }
  }
`);
