import { graphql } from "../../app/graphql.ts";

export const ReportDefinitions = graphql(`
  query ReportDefinitions($language: String, $known: String) {
    reportDefinitions(language: $language, known: $known) {
      version
      reports {
        kind
        title
        filters
        is_scheduled
        has_general_screen
        columns {
          key
          label
          format
          explanation
          sort
        }
      }
      explanations {
        figure
        text
      }
    }
  }
`);

export const ReportTable = graphql(`
  query ReportTable(
    $kind: String!
    $branchUrl: String
    $branchUrls: [String!]
    $group_ids: [Int!]
    $category_id: Int
    $due: String
    $from: String
    $to: String
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
    $language: String
  ) {
    reportTable(
      kind: $kind
      branchUrl: $branchUrl
      branchUrls: $branchUrls
      group_ids: $group_ids
      category_id: $category_id
      due: $due
      from: $from
      to: $to
      search: $search
      sort: $sort
      limit: $limit
      offset: $offset
      language: $language
    ) {
      total
      rows {
        cells
      }
    }
  }
`);
