import { queryOptions } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import type { MyCertificatesQuery } from "../../gen/graphql.ts";
import { MyCertificates } from "./certificates.documents.ts";

export type MyCertificate = MyCertificatesQuery["certificatesOfUser"][number];

/** The learner's certificates of courses and learning paths, the latest first. */
export const myCertificatesQuery = queryOptions({
  queryKey: ["myCertificates"],
  queryFn: async () => (await execute(MyCertificates)).certificatesOfUser,
  // Learners come here to see what they have just finished.
  staleTime: 0,
});
