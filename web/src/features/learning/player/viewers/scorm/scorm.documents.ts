import { graphql } from "../../../../../app/graphql.ts";

export const LaunchScorm = graphql(`
  mutation LaunchScorm($course_id: Int!, $unit_id: Int!, $branchUrl: String) {
    launchScorm(course_id: $course_id, unit_id: $unit_id, branchUrl: $branchUrl) {
      url
    }
  }
`);

export const UnitsDone = graphql(`
  query UnitsDone($id: Int!, $branchUrl: String) {
    course(id: $id, branchUrl: $branchUrl) {
      units {
        id
        is_complete
      }
    }
  }
`);
