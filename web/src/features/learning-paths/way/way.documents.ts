import { graphql } from "../../../app/graphql.ts";

export const MyLearningPath = graphql(`
  query MyLearningPath($id: Int!, $branchUrl: String) {
    myLearningPath(id: $id, branchUrl: $branchUrl) {
      id
      title
      description
      cover
      is_assigned
      is_sequential
      due_days
      courses
      courses_done
      courses_needed
      progress
      status
      is_met
      due_on
      due_status
      completed_at
      certificate_months
      certificate_expires_on
      certificate_is_revoked
      sections {
        id
        title
        needed
        done
        in_order
        is_met
        stations {
          id
          title
          state
          is_next
          is_published
          status
          progress
          due_on
          due_status
          completed_at
        }
      }
    }
  }
`);

export const EnrolInLearningPath = graphql(`
  mutation EnrolInLearningPath($id: Int!, $branchUrl: String) {
    enrolInLearningPath(id: $id, branchUrl: $branchUrl) {
      id
    }
  }
`);
