import { graphql } from "../../app/graphql.ts";

export const SendContactMessage = graphql(`
  mutation SendContactMessage(
    $firstname: String!
    $lastname: String!
    $email: String!
    $country: String!
    $message: String!
  ) {
    sendContactMessage(
      firstname: $firstname
      lastname: $lastname
      email: $email
      country: $country
      message: $message
    ) {
      message
    }
  }
`);
