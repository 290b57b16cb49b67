import { graphql } from "../../app/graphql.ts";

export const CreateUserField = graphql(`
  mutation CreateUserField($input: UserFieldInput!) {
    createUserField(input: $input) {
      id
      name
    }
  }
`);

export const UpdateUserField = graphql(`
  mutation UpdateUserField($id: Int!, $input: UserFieldInput!) {
    updateUserField(id: $id, input: $input) {
      id
      name
    }
  }
`);

export const DeleteUserField = graphql(`
  mutation DeleteUserField($id: Int!) {
    deleteUserField(id: $id) {
      id
    }
  }
`);

export const OrderUserFields = graphql(`
  mutation OrderUserFields($ids: [Int!]!) {
    orderUserFields(ids: $ids) {
      id
    }
  }
`);
