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
