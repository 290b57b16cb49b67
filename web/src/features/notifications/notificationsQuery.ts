import { queryOptions } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import type { NotificationsQuery } from "../../gen/graphql.ts";
import { Notifications } from "./notifications.documents.ts";

export type Notification = NotificationsQuery["notifications"]["rows"][number];

const EVERY_MS = 60_000;
const SHOWN = 20;

/** The user's latest notifications, read when the list is opened and every minute while it is. */
export const notificationsQuery = queryOptions({
  queryKey: ["notifications"],
  queryFn: async () => (await execute(Notifications, { limit: SHOWN })).notifications,
  refetchInterval: EVERY_MS,
  refetchOnWindowFocus: "always",
  staleTime: 0,
});
