import { graphql } from "../../app/graphql.ts";

export const BadgeKeys = graphql(`
  query BadgeKeys {
    badgeKeys {
      id
      created_at
      retired_at
      withdrawn_at
      signed
    }
  }
`);

export const RotateBadgeKey = graphql(`
  mutation RotateBadgeKey($withdraw: Boolean) {
    rotateBadgeKey(withdraw: $withdraw) {
      id
    }
  }
`);
