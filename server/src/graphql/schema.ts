import "../features/accounts/accounts.graphql.ts";
import "../features/courses/authoring.graphql.ts";
import "../features/courses/courses.graphql.ts";
import "../features/learning/learning.graphql.ts";
import { builder } from "./builder.ts";

export const schema = builder.toSchema();
