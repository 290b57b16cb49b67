import { graphql } from "../../app/graphql.ts";

export const BranchesPage = graphql(`
  query BranchesPage($limit: Int, $offset: Int, $search: String, $sort: String, $branchUrl: String) {
    branchesPage(limit: $limit, offset: $offset, search: $search, sort: $sort, branchUrl: $branchUrl) {
      total
      rows {
        id
        name
        url
        is_default
      }
    }
  }
`);

export const BranchFields = graphql(`
  query BranchFields($id: Int!, $branchUrl: String) {
    branch(id: $id, branchUrl: $branchUrl) {
      id
      name
      url
      theme
      language
      is_default
      logo_url
      logo_dark_url
      icon_url
      login_picture_url
      welcome_text
      primary_color
      secondary_color
    }
  }
`);

export const BranchPeople = graphql(`
  query BranchPeople($id: Int!, $limit: Int, $offset: Int, $search: String, $sort: String, $branchUrl: String) {
    branch(id: $id, branchUrl: $branchUrl) {
      usersPage(limit: $limit, offset: $offset, search: $search, sort: $sort) {
        total
        rows {
          id
          name
          email
        }
      }
    }
  }
`);

export const BranchCourses = graphql(`
  query BranchCourses($id: Int!, $limit: Int, $offset: Int, $search: String, $sort: String, $branchUrl: String) {
    branch(id: $id, branchUrl: $branchUrl) {
      coursesPage(limit: $limit, offset: $offset, search: $search, sort: $sort) {
        total
        rows {
          id
          title
        }
      }
    }
  }
`);

export const PeopleForBranch = graphql(`
  query PeopleForBranch($id: Int!, $search: String, $branchUrl: String) {
    branch(id: $id, branchUrl: $branchUrl) {
      usersToAdd(search: $search) {
        id
        name
        email
      }
    }
  }
`);

export const CoursesForBranch = graphql(`
  query CoursesForBranch($id: Int!, $search: String, $branchUrl: String) {
    branch(id: $id, branchUrl: $branchUrl) {
      coursesToAdd(search: $search) {
        id
        title
      }
    }
  }
`);

export const BranchRemoval = graphql(`
  query BranchRemoval($branch_id: Int!, $user_id: Int, $branchUrl: String) {
    branchRemoval(branch_id: $branch_id, user_id: $user_id, branchUrl: $branchUrl) {
      people
      loses_access
    }
  }
`);

export const CreateBranch = graphql(`
  mutation CreateBranch(
    $input: BranchInput!
    $logo: Upload
    $logo_dark: Upload
    $icon: Upload
    $login_picture: Upload
  ) {
    createBranch(input: $input, logo: $logo, logo_dark: $logo_dark, icon: $icon, login_picture: $login_picture) {
      id
      name
    }
  }
`);

export const UpdateBranch = graphql(`
  mutation UpdateBranch(
    $id: Int!
    $input: BranchInput!
    $logo: Upload
    $logo_dark: Upload
    $icon: Upload
    $login_picture: Upload
    $branchUrl: String
  ) {
    updateBranch(
      id: $id
      input: $input
      logo: $logo
      logo_dark: $logo_dark
      icon: $icon
      login_picture: $login_picture
      branchUrl: $branchUrl
    ) {
      id
      name
    }
  }
`);

export const DeleteBranch = graphql(`
  mutation DeleteBranch($branch_id: Int!, $branchUrl: String) {
    deleteBranch(branch_id: $branch_id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const AddPeopleToBranch = graphql(`
  mutation AddPeopleToBranch($userBranchInput: UserBranchInput!, $branchUrl: String) {
    addUserToBranch(userBranchInput: $userBranchInput, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const RemovePersonFromBranch = graphql(`
  mutation RemovePersonFromBranch($user_id: Int!, $branch_id: Int!, $branchUrl: String) {
    removeUserFromBranch(user_id: $user_id, branch_id: $branch_id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const AssignCoursesToBranch = graphql(`
  mutation AssignCoursesToBranch($branchCoursesInput: BranchCoursesInput!) {
    assignCoursesToBranch(branchCoursesInput: $branchCoursesInput) {
      id
    }
  }
`);

export const RemoveCourseFromBranch = graphql(`
  mutation RemoveCourseFromBranch($branch_id: Int!, $course_id: Int!) {
    removeCourseFromBranch(branch_id: $branch_id, course_id: $course_id) {
      id
    }
  }
`);
