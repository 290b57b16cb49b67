import { graphql } from "./graphql.ts";

export const MenuCounts = graphql(`
  query MenuCounts($branchUrl: String) {
    menuCounts(branchUrl: $branchUrl) {
      unread_notifications
      submissions_waiting
    }
  }
`);
