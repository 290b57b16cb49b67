import { graphql } from "../../app/graphql.ts";

export const GroupsPage = graphql(`
  query GroupsPage($limit: Int, $offset: Int, $search: String, $sort: String, $branchUrl: String) {
    groupsPage(limit: $limit, offset: $offset, search: $search, sort: $sort, branchUrl: $branchUrl) {
      total
      rows {
        id
        name
        description
        created_at
      }
    }
  }
`);

export const GroupFields = graphql(`
  query GroupFields($id: Int!, $branchUrl: String) {
    group(id: $id, branchUrl: $branchUrl) {
      id
      name
      description
    }
  }
`);

export const GroupPeople = graphql(`
  query GroupPeople($id: Int!, $limit: Int, $offset: Int, $search: String, $sort: String, $branchUrl: String) {
    group(id: $id, branchUrl: $branchUrl) {
      usersPage(limit: $limit, offset: $offset, search: $search, sort: $sort) {
        total
        rows {
          id
          name
          email
          role
          is_leader
        }
      }
    }
  }
`);

export const GroupCourses = graphql(`
  query GroupCourses($id: Int!, $limit: Int, $offset: Int, $search: String, $sort: String, $branchUrl: String) {
    group(id: $id, branchUrl: $branchUrl) {
      coursesPage(limit: $limit, offset: $offset, search: $search, sort: $sort) {
        total
        rows {
          id
          title
        }
      }
      dueRules {
        course_id
        on
        days
      }
    }
  }
`);

export const GroupRemoval = graphql(`
  query GroupRemoval($group_id: Int!, $user_id: Int, $course_id: Int, $branchUrl: String) {
    groupRemoval(group_id: $group_id, user_id: $user_id, course_id: $course_id, branchUrl: $branchUrl) {
      ends
      keeps
      keeps_self
      keeps_person
      keeps_group
    }
  }
`);

export const PeopleForGroup = graphql(`
  query PeopleForGroup($id: Int!, $search: String, $branchUrl: String) {
    group(id: $id, branchUrl: $branchUrl) {
      usersToAdd(search: $search) {
        id
        name
        email
      }
    }
  }
`);

export const CoursesForGroup = graphql(`
  query CoursesForGroup($id: Int!, $search: String, $branchUrl: String) {
    group(id: $id, branchUrl: $branchUrl) {
      coursesToAdd(search: $search) {
        id
        title
      }
    }
  }
`);

export const CreateGroup = graphql(`
  mutation CreateGroup($input: GroupInput!, $branchUrl: String) {
    createGroup(input: $input, branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const UpdateGroup = graphql(`
  mutation UpdateGroup($id: Int!, $input: GroupInput!, $branchUrl: String) {
    updateGroup(id: $id, input: $input, branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const DeleteGroup = graphql(`
  mutation DeleteGroup($group_id: Int!, $branchUrl: String) {
    deleteGroup(group_id: $group_id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const AddPeopleToGroup = graphql(`
  mutation AddPeopleToGroup($user_ids: [Int!]!, $group_ids: [Int!]!, $branchUrl: String) {
    addUsersToGroups(user_ids: $user_ids, group_ids: $group_ids, branchUrl: $branchUrl) {
      added
    }
  }
`);

export const RemovePersonFromGroup = graphql(`
  mutation RemovePersonFromGroup($user_id: Int!, $group_id: Int!, $branchUrl: String) {
    removeUserFromGroup(user_id: $user_id, group_id: $group_id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const AddCoursesToGroup = graphql(`
  mutation AddCoursesToGroup($group_id: Int!, $course_ids: [Int!]!, $branchUrl: String) {
    addCoursesToGroup(group_id: $group_id, course_ids: $course_ids, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const RemoveCourseFromGroup = graphql(`
  mutation RemoveCourseFromGroup($group_id: Int!, $course_id: Int!, $branchUrl: String) {
    removeCourseFromGroup(group_id: $group_id, course_id: $course_id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const SetGroupDueRule = graphql(`
  mutation SetGroupDueRule($group_id: Int!, $course_id: Int!, $due: DueInput, $branchUrl: String) {
    setGroupDueRule(group_id: $group_id, course_id: $course_id, due: $due, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const SetGroupLeader = graphql(`
  mutation SetGroupLeader($group_id: Int!, $user_id: Int!, $is_leader: Boolean!, $branchUrl: String) {
    setGroupLeader(group_id: $group_id, user_id: $user_id, is_leader: $is_leader, branchUrl: $branchUrl) {
      id
    }
  }
`);
