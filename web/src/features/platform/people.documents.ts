import { graphql } from "../../app/graphql.ts";

export const InstanceUser = graphql(`
  query InstanceUser($id: Int!) {
    user(id: $id) {
      id
      first_name
      last_name
      email
      role
      deactivate_at
      skip_email
      is_active
      is_primary
      is_owner
      is_invited
      may_send_password_link
    }
  }
`);

export const InstanceUserView = graphql(`
  query InstanceUserView($id: Int!) {
    user(id: $id) {
      id
      first_name
      last_name
      email
      role
      deactivate_at
      is_active
      is_primary
      is_owner
      enrolledCourses {
        course_id
        course_title
        progress
      }
      groups {
        id
        name
      }
    }
  }
`);

export const CreateInstanceUser = graphql(`
  mutation CreateInstanceUser(
    $instance_id: Int!
    $first_name: String!
    $last_name: String!
    $email: String!
    $password: String
    $role: String!
    $primary_access: Boolean
    $is_active: Boolean
    $is_owner: Boolean
    $skip_email: Boolean
  ) {
    createInstanceUser(
      instance_id: $instance_id
      first_name: $first_name
      last_name: $last_name
      email: $email
      password: $password
      role: $role
      primary_access: $primary_access
      is_active: $is_active
      is_owner: $is_owner
      skip_email: $skip_email
    ) {
      id
      first_name
      last_name
      email
    }
  }
`);

export const SaveInstanceUser = graphql(`
  mutation SaveInstanceUser(
    $user_id: Int!
    $instance_id: Int!
    $input: UpdateUserInput!
    $primary_access: Boolean!
    $is_active: Boolean!
    $is_owner: Boolean!
  ) {
    editInstanceUser(
      user_id: $user_id
      instance_id: $instance_id
      primary_access: $primary_access
      is_active: $is_active
      is_owner: $is_owner
    ) {
      id
    }
    updateUser(id: $user_id, input: $input) {
      id
      first_name
      last_name
    }
  }
`);

export const PlatformPeople = graphql(`
  query PlatformPeople($search: String, $limit: Int, $offset: Int) {
    platformPeoplePage(search: $search, limit: $limit, offset: $offset) {
      total
      rows {
        id
        first_name
        last_name
        email
        created_at
        is_self
      }
    }
  }
`);

export const EndPlatformAccess = graphql(`
  mutation EndPlatformAccess($id: Int!) {
    endPlatformAccess(id: $id) {
      id
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
