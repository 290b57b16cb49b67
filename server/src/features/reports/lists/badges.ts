import { getPageOfAwards } from "../../badges/awarding.service.ts";
import { getBadge, getPageOfBadges } from "../../badges/badges.service.ts";
import { defineTable, fromPages } from "../table.ts";
import { getId } from "./people.ts";

const badgesList = defineTable({
  kind: "badges-list",
  title: "badgesTitle",
  fileName: "badges",
  permission: "badge.manage",
  filters: ["search"],
  open: async (actor, { branchUrl, search, sort }) =>
    fromPages((page) => getPageOfBadges(actor, { branchUrl, search, sort, ...page })),
  columns: [
    { label: "name", value: (row) => row.name },
    { label: "about", value: (row) => row.course_title ?? row.path_title },
    { label: "people", value: (row) => row.awarded, format: "number" },
  ],
});

const badgeAwards = defineTable({
  kind: "badge-awards",
  title: "badgeAwardsTitle",
  fileName: "badge-awards",
  permission: "badge.manage",
  filters: ["badge_id", "state", "search"],
  open: async (actor, { badge_id, branchUrl, state, search, sort }) => {
    const { id } = await getBadge(actor, getId(badge_id, "Badge"), branchUrl);
    return fromPages((page) => getPageOfAwards(actor, { id, branchUrl, state, search, sort, ...page }));
  },
  columns: [
    { label: "name", value: (row) => row.user_name },
    { label: "email", value: (row) => row.email },
    { label: "awardedOn", value: (row) => row.awarded_at, format: "minute" },
    { label: "revokedOn", value: (row) => row.revoked_at, format: "minute" },
    { label: "reason", value: (row) => row.revoke_reason },
  ],
});

export const badgeLists = [badgesList, badgeAwards];
