import { graphql } from "../../../app/graphql.ts";

export const ReportExports = graphql(`
  query ReportExports($language: String) {
    reportExports {
      id
      kind
      title(language: $language)
      format
      state
      total
      written
      created_at
    }
  }
`);
