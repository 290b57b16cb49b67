import { graphql } from "../../app/graphql.ts";
import type { UserViewQuery } from "../../gen/graphql.ts";

export type ViewedUser = UserViewQuery["user"];

export const UsersPage = graphql(`
  query UsersPage(
    $limit: Int
    $offset: Int
    $search: String
    $role: String
    $state: String
    $group_id: Int
    $branch_id: Int
    $idle_days: Int
    $is_overdue: Boolean
    $enrolled_in: Int
    $not_enrolled_in: Int
    $field_id: Int
    $field_value: String
    $field_ids: [Int!]
    $sort: String
    $branchUrl: String
  ) {
    usersPage(
      limit: $limit
      offset: $offset
      search: $search
      role: $role
      state: $state
      group_id: $group_id
      branch_id: $branch_id
      idle_days: $idle_days
      is_overdue: $is_overdue
      enrolled_in: $enrolled_in
      not_enrolled_in: $not_enrolled_in
      field_id: $field_id
      field_value: $field_value
      field_ids: $field_ids
      sort: $sort
      branchUrl: $branchUrl
    ) {
      total
      rows {
        id
        first_name
        last_name
        email
        role
        is_active
        created_at
        groups
        last_active_on
        in_reach
        may_edit
      }
      field_columns
    }
  }
`);

export const UserFields = graphql(`
  query UserFields($id: Int!, $branchUrl: String) {
    user(id: $id, branchUrl: $branchUrl) {
      id
      first_name
      last_name
      email
      role
      is_primary
      is_active
      deactivate_at
      is_invited
      may_edit
      may_send_password_link
      fields {
        field {
          id
          name
          type
          choices
          is_required
        }
        value
      }
    }
  }
`);

export const UserView = graphql(`
  query UserView($id: Int!, $branchUrl: String) {
    user(id: $id, branchUrl: $branchUrl) {
      id
      first_name
      last_name
      email
      role
      is_active
      is_invited
      may_edit
      may_send_password_link
      may_reset_second_factor
      fields {
        field {
          id
          name
          type
        }
        value
      }
      enrolledCourses {
        course_id
        course_title
        date_assigned
        progress
        is_complete
      }
      endedEnrolments {
        id
        course_id
        course_title
        ended_at
      }
      groups {
        id
        name
      }
    }
  }
`);

export const UserBranches = graphql(`
  query UserBranches($user_id: Int!, $branchUrl: String) {
    userBranches(user_id: $user_id, branchUrl: $branchUrl) {
      id
      name
      url
    }
  }
`);

export const CreateUser = graphql(`
  mutation CreateUser($input: CreateUserInput!, $branchUrl: String) {
    createUser(input: $input, branchUrl: $branchUrl) {
      id
      first_name
      last_name
    }
  }
`);

export const UpdateUser = graphql(`
  mutation UpdateUser($id: Int!, $input: UpdateUserInput!, $branchUrl: String) {
    updateUser(id: $id, input: $input, branchUrl: $branchUrl) {
      id
      first_name
      last_name
    }
  }
`);

export const DeleteUser = graphql(`
  mutation DeleteUser($id: Int!, $branchUrl: String) {
    deleteUser(id: $id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const ResendInvitation = graphql(`
  mutation ResendInvitation($id: Int!, $branchUrl: String) {
    resendInvitation(id: $id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const AdminCourseEnrollment = graphql(`
  mutation AdminCourseEnrollment($user_id: Int!, $course_ids: [Int!]!, $branchUrl: String) {
    adminCourseEnrollment(user_id: $user_id, course_ids: $course_ids, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const CourseUnenrollment = graphql(`
  mutation CourseUnenrollment($user_id: Int!, $course_id: Int!, $branchUrl: String) {
    courseUnenrollment(user_id: $user_id, course_id: $course_id, branchUrl: $branchUrl) {
      id
      ended_id
    }
  }
`);

export const RestoreEnrolment = graphql(`
  mutation RestoreEnrolment($id: Int!) {
    restoreEnrolment(id: $id) {
      id
    }
  }
`);

export const CoursesToAdd = graphql(`
  query CoursesToAdd($search: String, $branchUrl: String) {
    coursesPage(search: $search, limit: 100, sort: "title", branchUrl: $branchUrl) {
      rows {
        id
        title
        status
      }
    }
  }
`);

export const BranchesToAdd = graphql(`
  query BranchesToAdd($search: String, $branchUrl: String) {
    branches(search: $search, branchUrl: $branchUrl) {
      id
      name
      url
    }
  }
`);

export const GroupsToAdd = graphql(`
  query GroupsToAdd($search: String, $branchUrl: String) {
    groups(search: $search, branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const AddUserToGroup = graphql(`
  mutation AddUserToGroup($user_id: Int!, $group_ids: [Int!]!, $branchUrl: String) {
    addUserToGroup(user_id: $user_id, group_ids: $group_ids, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const RemoveUserFromGroup = graphql(`
  mutation RemoveUserFromGroup($user_id: Int!, $group_id: Int!, $branchUrl: String) {
    removeUserFromGroup(user_id: $user_id, group_id: $group_id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const AddUserToBranch = graphql(`
  mutation AddUserToBranch($userBranchInput: UserBranchInput!, $branchUrl: String) {
    addUserToBranch(userBranchInput: $userBranchInput, branchUrl: $branchUrl) {
      id
      memberships {
        user_id
        branch_id
      }
    }
  }
`);

export const RemoveUserFromBranch = graphql(`
  mutation RemoveUserFromBranch($user_id: Int!, $branch_id: Int!, $branchUrl: String) {
    removeUserFromBranch(user_id: $user_id, branch_id: $branch_id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const BulkCreateUsers = graphql(`
  mutation BulkCreateUsers($input: [BulkUserInput!]!, $branchUrl: String) {
    bulkCreateUsers(input: $input, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const DeleteUsers = graphql(`
  mutation DeleteUsers($user_ids: [Int!]!, $branchUrl: String) {
    deleteUsers(user_ids: $user_ids, branchUrl: $branchUrl) {
      count
      ids
    }
  }
`);

export const SetUsersActive = graphql(`
  mutation SetUsersActive($user_ids: [Int!]!, $is_active: Boolean!, $branchUrl: String) {
    setUsersActive(user_ids: $user_ids, is_active: $is_active, branchUrl: $branchUrl) {
      count
      ids
    }
  }
`);

export const EnrolUsers = graphql(`
  mutation EnrolUsers($user_ids: [Int!]!, $course_ids: [Int!]!, $branchUrl: String) {
    enrolUsers(user_ids: $user_ids, course_ids: $course_ids, branchUrl: $branchUrl) {
      count
      enrolments {
        user_id
        course_id
      }
    }
  }
`);

export const EndEnrolments = graphql(`
  mutation EndEnrolments($enrolments: [EnrolmentInput!]!, $branchUrl: String) {
    endEnrolments(enrolments: $enrolments, branchUrl: $branchUrl) {
      count
    }
  }
`);

export const AddUsersToGroups = graphql(`
  mutation AddUsersToGroups($user_ids: [Int!]!, $group_ids: [Int!]!, $branchUrl: String) {
    addUsersToGroups(user_ids: $user_ids, group_ids: $group_ids, branchUrl: $branchUrl) {
      added
      memberships {
        user_id
        group_id
      }
    }
  }
`);

export const RemoveUsersFromGroups = graphql(`
  mutation RemoveUsersFromGroups($memberships: [GroupMembershipInput!]!, $branchUrl: String) {
    removeUsersFromGroups(memberships: $memberships, branchUrl: $branchUrl)
  }
`);

export const RemoveUsersFromBranches = graphql(`
  mutation RemoveUsersFromBranches($memberships: [BranchMembershipInput!]!, $branchUrl: String) {
    removeUsersFromBranches(memberships: $memberships, branchUrl: $branchUrl)
  }
`);

export const RestoreUsers = graphql(`
  mutation RestoreUsers($ids: [Int!]!, $branchUrl: String) {
    restoreAllDeleted(kind: "user", ids: $ids, branchUrl: $branchUrl)
  }
`);

export const RestoreUser = graphql(`
  mutation RestoreUser($id: Int!, $branchUrl: String) {
    restoreDeleted(kind: "user", id: $id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const ErasePerson = graphql(`
  mutation ErasePerson($id: Int!, $name: String!) {
    erasePerson(id: $id, name: $name) {
      id
    }
  }
`);

export const ResetSecondFactor = graphql(`
  mutation ResetSecondFactor($id: Int!) {
    resetSecondFactor(id: $id) {
      id
    }
  }
`);

export const IdentityLinks = graphql(`
  query IdentityLinks($user_id: Int!) {
    identityLinks(user_id: $user_id) {
      provider_id
      provider_name
    }
  }
`);

export const UnlinkIdentity = graphql(`
  mutation UnlinkIdentity($user_id: Int!, $provider_id: Int!) {
    unlinkIdentity(user_id: $user_id, provider_id: $provider_id) {
      id
    }
  }
`);
