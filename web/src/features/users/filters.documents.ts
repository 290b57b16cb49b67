import { graphql } from "../../app/graphql.ts";

export const CourseTitle = graphql(`
  query CourseTitle($id: Int!, $branchUrl: String) {
    course(id: $id, branchUrl: $branchUrl) {
      id
      title
    }
  }
`);

export const SelectableUsers = graphql(`
  query SelectableUsers($users: UserFilterInput!, $branchUrl: String) {
    selectableUsers(users: $users, branchUrl: $branchUrl) {
      ids
      may_edit
    }
  }
`);
