import { graphql } from "../../app/graphql.ts";

export const AuditLog = graphql(`
  query AuditLog(
    $actor_id: Int
    $action: String
    $subject_type: String
    $from: String
    $to: String
    $search: String
    $sort: String
    $limit: Int
    $offset: Int
    $platform: Boolean
  ) {
    auditLog(
      actor_id: $actor_id
      action: $action
      subject_type: $subject_type
      from: $from
      to: $to
      search: $search
      sort: $sort
      limit: $limit
      offset: $offset
      platform: $platform
    ) {
      total
      rows {
        id
        actor_name
        action
        subject_type
        subject_id
        subject_name
        changes {
          field
          before
          after
        }
        address
        created_at
      }
    }
  }
`);

export const AuditFilters = graphql(`
  query AuditFilters($platform: Boolean) {
    auditActors(platform: $platform) {
      id
      name
    }
    auditActions(platform: $platform)
  }
`);
