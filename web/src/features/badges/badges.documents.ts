import { graphql } from "../../app/graphql.ts";

export const Badges = graphql(`
  query Badges($limit: Int, $offset: Int, $search: String, $sort: String, $branchUrl: String) {
    badges(limit: $limit, offset: $offset, search: $search, sort: $sort, branchUrl: $branchUrl) {
      total
      rows {
        id
        name
        picture_url
        course_title
        path_title
        owning_branch
        awarded
        may_edit
      }
    }
  }
`);

export const Badge = graphql(`
  query Badge($id: Int!, $branchUrl: String) {
    badge(id: $id, branchUrl: $branchUrl) {
      id
      name
      description
      criteria
      picture_url
      course_id
      course_title
      path_id
      path_title
      owning_branch
      version
      awarded
      may_edit
    }
  }
`);

export const BadgeAwards = graphql(`
  query BadgeAwards(
    $id: Int!
    $state: String
    $limit: Int
    $offset: Int
    $search: String
    $sort: String
    $branchUrl: String
  ) {
    badgeAwards(
      id: $id
      state: $state
      limit: $limit
      offset: $offset
      search: $search
      sort: $sort
      branchUrl: $branchUrl
    ) {
      total
      rows {
        id
        user_id
        user_name
        email
        source
        awarded_by
        awarded_at
        revoked_at
        revoke_reason
        address
      }
    }
  }
`);

export const BadgeObjects = graphql(`
  query BadgeObjects($branchUrl: String) {
    courses: automationChoices(kind: course, branchUrl: $branchUrl) {
      id
      name
    }
    paths: automationChoices(kind: path, branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const SearchBadgeObjects = graphql(`
  query SearchBadgeObjects($kind: AutomationObjectKind!, $search: String!, $branchUrl: String) {
    automationChoices(kind: $kind, search: $search, branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const PeopleToAward = graphql(`
  query PeopleToAward($search: String, $branchUrl: String) {
    usersPage(limit: 50, search: $search, branchUrl: $branchUrl) {
      rows {
        id
        first_name
        last_name
        email
      }
    }
  }
`);

export const CreateBadge = graphql(`
  mutation CreateBadge($input: BadgeInput!, $picture: Upload, $branchUrl: String) {
    createBadge(input: $input, picture: $picture, branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const UpdateBadge = graphql(`
  mutation UpdateBadge($id: Int!, $version: Int!, $input: BadgeInput!, $picture: Upload, $branchUrl: String) {
    updateBadge(id: $id, version: $version, input: $input, picture: $picture, branchUrl: $branchUrl) {
      id
      name
    }
  }
`);

export const DeleteBadge = graphql(`
  mutation DeleteBadge($id: Int!, $branchUrl: String) {
    deleteBadge(id: $id, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const IssueBadge = graphql(`
  mutation IssueBadge($id: Int!, $userIds: [Int!]!, $branchUrl: String) {
    issueBadge(id: $id, user_ids: $userIds, branchUrl: $branchUrl)
  }
`);

export const RevokeBadge = graphql(`
  mutation RevokeBadge($id: Int!, $reason: String!, $branchUrl: String) {
    revokeBadge(id: $id, reason: $reason, branchUrl: $branchUrl) {
      id
    }
  }
`);

export const RestoreBadge = graphql(`
  mutation RestoreBadge($id: Int!, $branchUrl: String) {
    restoreBadge(id: $id, branchUrl: $branchUrl) {
      id
    }
  }
`);
