import { graphql } from "../../app/graphql.ts";

export const UpdateUserDetails = graphql(`
  mutation UpdateUserDetails($input: UpdateUserDetailsInput!) {
    updateUserDetails(input: $input) {
      id
      first_name
      last_name
      email
      role
      language
    }
  }
`);

export const OwnProfile = graphql(`
  query OwnProfile {
    viewer {
      email_notifications
    }
    ownFields {
      field {
        id
        name
        type
        choices
        is_required
      }
      value
      may_edit
    }
  }
`);

export const CalendarFeed = graphql(`
  query CalendarFeed {
    calendarFeed {
      created_at
    }
  }
`);

export const CreateCalendarFeed = graphql(`
  mutation CreateCalendarFeed {
    createCalendarFeed
  }
`);

export const DeleteCalendarFeed = graphql(`
  mutation DeleteCalendarFeed {
    deleteCalendarFeed {
      id
    }
  }
`);

export const UpdatePassword = graphql(`
  mutation UpdatePassword($current_password: String!, $new_password: String!, $new_password_confirmation: String!) {
    updatePassword(
      current_password: $current_password
      new_password: $new_password
      new_password_confirmation: $new_password_confirmation
    ) {
      message
    }
  }
`);
