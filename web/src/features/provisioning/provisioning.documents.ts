import { graphql } from "../../app/graphql.ts";

export const ProvisioningTokens = graphql(`
  query ProvisioningTokens($sort: String, $limit: Int, $offset: Int) {
    provisioningTokens(sort: $sort, limit: $limit, offset: $offset) {
      total
      rows {
        id
        name
        prefix
        owner
        created_at
        last_used_at
        expires_at
      }
    }
  }
`);

export const ProvisioningLog = graphql(`
  query ProvisioningLog($refused: Boolean, $limit: Int, $offset: Int) {
    provisioningLog(refused: $refused, limit: $limit, offset: $offset) {
      total
      rows {
        id
        created_at
        token
        method
        resource
        resource_id
        resource_name
        status
        detail
      }
    }
  }
`);

export const CreateProvisioningToken = graphql(`
  mutation CreateProvisioningToken($name: String!, $days: Int!) {
    createProvisioningToken(name: $name, days: $days) {
      id
      token
    }
  }
`);

export const RevokeProvisioningToken = graphql(`
  mutation RevokeProvisioningToken($id: Int!) {
    revokeProvisioningToken(id: $id) {
      id
    }
  }
`);
