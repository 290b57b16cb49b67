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

export const MailSetting = graphql(`
  query MailSetting {
    viewer {
      email_notifications
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
