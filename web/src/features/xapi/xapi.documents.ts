import { graphql } from "../../app/graphql.ts";

export const XapiStatementsPage = graphql(`
  query XapiStatementsPage($search: String, $userId: Int, $limit: Int, $offset: Int) {
    xapiStatementsPage(search: $search, user_id: $userId, limit: $limit, offset: $offset) {
      total
      rows {
        id
        actor
        verb
        object
        result
        stored
        is_voided
        statement
      }
    }
  }
`);

export const XapiCredentialsList = graphql(`
  query XapiCredentialsList {
    xapiCredentials {
      id
      name
      key
      owner
      created_at
      last_used_at
    }
  }
`);

export const CreateXapiCredentials = graphql(`
  mutation CreateXapiCredentials($name: String!) {
    createXapiCredentials(name: $name) {
      id
      key
      secret
    }
  }
`);

export const RevokeXapiCredentials = graphql(`
  mutation RevokeXapiCredentials($id: Int!) {
    revokeXapiCredentials(id: $id) {
      id
    }
  }
`);
