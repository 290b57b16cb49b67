import { graphql } from "../../../app/graphql.ts";

export const Leaderboard = graphql(`
  query Leaderboard($period: String, $limit: Int, $branchUrl: String) {
    leaderboard(period: $period, limit: $limit, branchUrl: $branchUrl) {
      total
      rows {
        rank
        user_name
        points
        is_me
      }
      mine {
        points
        courses
        paths
        badges
        rank
        is_hidden
      }
      rules {
        for_course
        for_path
        for_badge
      }
    }
  }
`);

export const HideFromLeaderboard = graphql(`
  mutation HideFromLeaderboard($hide: Boolean!) {
    hideFromLeaderboard(hide: $hide)
  }
`);
