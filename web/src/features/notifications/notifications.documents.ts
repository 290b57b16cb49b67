import { graphql } from "../../app/graphql.ts";

export const Notifications = graphql(`
  query Notifications($limit: Int) {
    notifications(limit: $limit) {
      unread
      rows {
        id
        kind
        course_id
        path_id
        course_title
        unit_title
        unit_order
        user_name
        submission_id
        on
        overdue
        due_soon
        text
        domain
        announcement_id
        subject
        is_read
        created_at
      }
    }
  }
`);

export const MarkNotificationsRead = graphql(`
  mutation MarkNotificationsRead($ids: [Int!]) {
    markNotificationsRead(ids: $ids)
  }
`);
