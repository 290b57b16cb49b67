import { graphql } from "../../app/graphql.ts";

export const CompletedCourses = graphql(`
  query CompletedCourses($branchUrl: String) {
    completedCourses(branchUrl: $branchUrl) {
      id
      title
      is_complete
      completed_date
      expiry_date
      certificate_type
    }
  }
`);

export const MyBadges = graphql(`
  query MyBadges {
    myBadges {
      id
      name
      description
      criteria
      picture_url
      awarded_at
      address
    }
  }
`);
