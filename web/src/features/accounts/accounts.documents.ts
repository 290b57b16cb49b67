import { graphql } from "../../app/graphql.ts";

export const LoginUser = graphql(`
  mutation LoginUser($email: String!, $password: String!, $instance_url: String, $branch_url: String) {
    loginUser(email: $email, password: $password, instance_url: $instance_url, branch_url: $branch_url) {
      token
      user {
        id
        first_name
        last_name
        email
        role
      }
    }
  }
`);

export const SendPasswordReset = graphql(`
  mutation SendPasswordReset($email: String!, $branch_url: String, $instance_url: String) {
    sendPasswordReset(email: $email, branch_url: $branch_url, instance_url: $instance_url)
  }
`);

export const ResetPassword = graphql(`
  mutation ResetPassword($email: String!, $token: String!, $password: String!, $branchUrl: String) {
    resetPassword(email: $email, token: $token, password: $password, branchUrl: $branchUrl) {
      message
    }
  }
`);

export const RegisterUser = graphql(`
  mutation RegisterUser(
    $first_name: String!
    $last_name: String!
    $email: String!
    $password: String!
    $role: String!
  ) {
    registerUser(first_name: $first_name, last_name: $last_name, email: $email, password: $password, role: $role) {
      first_name
      last_name
      email
    }
  }
`);

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
