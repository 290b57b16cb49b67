import type { UserFieldsOfInstanceQuery } from "../../gen/graphql.ts";
import { graphql } from "../graphql.ts";

/** A field that the organisation has added to its users. */
export type UserField = UserFieldsOfInstanceQuery["userFields"][number];

export const UserFieldsOfInstance = graphql(`
  query UserFieldsOfInstance {
    userFields {
      id
      name
      type
      choices
      is_required
      is_listed
      visible_to
      is_editable_by_person
    }
  }
`);
