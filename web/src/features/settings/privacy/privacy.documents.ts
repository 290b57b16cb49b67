import { graphql } from "../../../app/graphql.ts";
import type { TermsVersionsQuery } from "../../../gen/graphql.ts";

export type TermsVersion = TermsVersionsQuery["termsVersions"][number];

export const TermsVersions = graphql(`
  query TermsVersions {
    termsVersions {
      version
      text
      published_at
      published_by
      is_current
      accepted
    }
  }
`);

export const PublishTerms = graphql(`
  mutation PublishTerms($text: String!, $after: Int!) {
    publishTerms(text: $text, after: $after) {
      version
    }
  }
`);

export const RequireTerms = graphql(`
  mutation RequireTerms($is_required: Boolean!) {
    requireTerms(is_required: $is_required) {
      version
    }
  }
`);

export const TermsAcceptances = graphql(`
  query TermsAcceptances($version: Int!, $state: String, $search: String, $sort: String, $limit: Int, $offset: Int) {
    termsAcceptances(version: $version, state: $state, search: $search, sort: $sort, limit: $limit, offset: $offset) {
      total
      rows {
        id
        first_name
        last_name
        email
        accepted_at
      }
    }
  }
`);

export const RetentionPreview = graphql(`
  query RetentionPreview($input: PrivacySettingsInput!) {
    retentionPreview(input: $input) {
      activity
      audit
      people
      most
    }
  }
`);
