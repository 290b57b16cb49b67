import { graphql } from "../../../app/graphql.ts";

export const ReportExports = graphql(`
  query ReportExports {
    reportExports {
      id
      kind
      format
      state
      total
      written
      created_at
    }
  }
`);
