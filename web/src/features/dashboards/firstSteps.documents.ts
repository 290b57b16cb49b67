import { graphql } from "../../app/graphql.ts";

export const FirstSteps = graphql(`
  query FirstSteps {
    firstSteps {
      has_brand
      has_course
      has_people
      has_enrolment
      has_progress
      is_hidden
    }
  }
`);

export const HideFirstSteps = graphql(`
  mutation HideFirstSteps($hidden: Boolean!) {
    hideFirstSteps(hidden: $hidden) {
      is_hidden
    }
  }
`);

export const CreateSampleCourse = graphql(`
  mutation CreateSampleCourse($branchUrl: String) {
    createSampleCourse(branchUrl: $branchUrl) {
      id
    }
  }
`);
