import "../features/accounts/accounts.graphql.ts";
import "../features/branches/branches.graphql.ts";
import "../features/branches/editing.graphql.ts";
import "../features/categories/categories.graphql.ts";
import "../features/certificates/certificates.graphql.ts";
import "../features/courses/authoring.graphql.ts";
import "../features/courses/courses.graphql.ts";
import "../features/dashboards/dashboards.graphql.ts";
import "../features/deleted/deleted.graphql.ts";
import "../features/groups/groups.graphql.ts";
import "../features/instances/instances.graphql.ts";
import "../features/learning/learning.graphql.ts";
import "../features/reports/reports.graphql.ts";
import "../features/users/users.graphql.ts";
import "./upload.graphql.ts";
import { builder } from "./builder.ts";

export const schema = builder.toSchema();
