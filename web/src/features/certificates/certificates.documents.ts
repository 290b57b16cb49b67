import { graphql } from "../../app/graphql.ts";

export const MyCertificates = graphql(`
  query MyCertificates($branchUrl: String) {
    certificatesOfUser(branchUrl: $branchUrl) {
      course_id
      path_id
      title
      completed_date
      expiry_date
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
