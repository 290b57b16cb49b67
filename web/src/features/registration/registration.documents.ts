import { graphql } from "../../app/graphql.ts";

export const InvitationsPage = graphql(`
  query InvitationsPage($search: String, $sort: String, $limit: Int, $offset: Int) {
    invitationsPage(search: $search, sort: $sort, limit: $limit, offset: $offset) {
      total
      rows {
        id
        name
        created_by
        created_at
        expires_at
        branch
        course
        groups
        needs_approval
        most_uses
        uses
        state
      }
    }
  }
`);

export const InvitationChoices = graphql(`
  query InvitationChoices {
    branches {
      id
      name
    }
    groups {
      id
      name
    }
    coursesPage(limit: 500, sort: "title") {
      rows {
        id
        title
        status
      }
    }
  }
`);

export const CreateInvitation = graphql(`
  mutation CreateInvitation($input: InvitationInput!) {
    createInvitation(input: $input) {
      id
      link
    }
  }
`);

export const RevokeInvitation = graphql(`
  mutation RevokeInvitation($id: Int!) {
    revokeInvitation(id: $id) {
      id
    }
  }
`);

export const RegistrationsPage = graphql(`
  query RegistrationsPage($state: String, $search: String, $sort: String, $limit: Int, $offset: Int) {
    registrationsPage(state: $state, search: $search, sort: $sort, limit: $limit, offset: $offset) {
      total
      rows {
        id
        state
        first_name
        last_name
        email
        confirmed_at
        branch
        invitation
      }
    }
  }
`);

export const DecideRegistrations = graphql(`
  mutation DecideRegistrations($ids: [Int!]!, $approve: Boolean!) {
    decideRegistrations(ids: $ids, approve: $approve) {
      count
    }
  }
`);
