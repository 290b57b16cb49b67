import { graphql } from "../graphql.ts";

export const PersonalDataExport = graphql(`
  query PersonalDataExport($user_id: Int) {
    personalDataExport(user_id: $user_id) {
      id
      state
      created_at
      url
    }
  }
`);

export const RequestPersonalDataExport = graphql(`
  mutation RequestPersonalDataExport($user_id: Int) {
    requestPersonalDataExport(user_id: $user_id) {
      id
      state
      created_at
      url
    }
  }
`);
