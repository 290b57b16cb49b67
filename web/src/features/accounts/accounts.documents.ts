import { graphql } from "../../app/graphql.ts";

export const LoginUser = graphql(`
  mutation LoginUser($email: String!, $password: String!, $instance_url: String, $branch_url: String, $moves: Boolean) {
    loginUser(email: $email, password: $password, instance_url: $instance_url, branch_url: $branch_url, moves: $moves) {
      token
      host
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

export const SendSiteList = graphql(`
  mutation SendSiteList($email: String!) {
    sendSiteList(email: $email)
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

export const StartPasskeySignIn = graphql(`
  mutation StartPasskeySignIn {
    startPasskeySignIn
  }
`);

export const SignInWithPasskey = graphql(`
  mutation SignInWithPasskey($response: String!) {
    signInWithPasskey(response: $response) {
      token
      host
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

export const ConfirmEmailChange = graphql(`
  mutation ConfirmEmailChange($token: String!) {
    confirmEmailChange(token: $token) {
      message
    }
  }
`);

export const StopEmailChange = graphql(`
  mutation StopEmailChange($token: String!) {
    stopEmailChange(token: $token) {
      message
    }
  }
`);
