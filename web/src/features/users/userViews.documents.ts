import { graphql } from "../../app/graphql.ts";

export const CreateUserView = graphql(`
  mutation CreateUserView($input: UserViewInput!, $branchUrl: String) {
    createUserView(input: $input, branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const UpdateUserView = graphql(`
  mutation UpdateUserView($id: Int!, $input: UserViewInput!, $branchUrl: String) {
    updateUserView(id: $id, input: $input, branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const DeleteUserView = graphql(`
  mutation DeleteUserView($id: Int!, $branchUrl: String) {
    deleteUserView(id: $id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const SetUserListColumns = graphql(`
  mutation SetUserListColumns($columns: [String!], $branchUrl: String) {
    setUserListColumns(columns: $columns, branchUrl: $branchUrl)
  }
`);
