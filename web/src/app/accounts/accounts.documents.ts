import { graphql } from "../graphql.ts";

export const SendPasswordLink = graphql(`
  mutation SendPasswordLink($id: Int!) {
    sendPasswordLink(id: $id) {
      id
    }
  }
`);
