import { graphql } from "../graphql.ts";

export const Narrowings = graphql(`
  query Narrowings($user_ids: [Int!]!, $branch_ids: [Int!], $group_ids: [Int!], $branchUrl: String) {
    narrowings(user_ids: $user_ids, branch_ids: $branch_ids, group_ids: $group_ids, branchUrl: $branchUrl) {
      id
      first_name
      last_name
      sees_now
      would_see
    }
  }
`);

export const MemberChoices = graphql(`
  query MemberChoices($branchUrl: String) {
    memberChoices(branchUrl: $branchUrl) {
      branches {
        id
        name
      }
      groups {
        id
        name
      }
      fields {
        id
        name
        type
        choices
        is_listed
      }
      user_list {
        columns
        views {
          id
          name
          search
          sort
          role
          state
          group_id
          branch_id
          idle_days
          is_overdue
          enrolled_in
          not_enrolled_in
          field_id
          field_value
          columns
        }
      }
    }
  }
`);
