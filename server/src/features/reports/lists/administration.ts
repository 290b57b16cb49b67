import { getPageOfKeys } from "../../api-keys/api-keys.service.ts";
import { getPageOfAudit } from "../../audit/audit-reading.service.ts";
import { getPageOfDeleted } from "../../deleted/deleted.service.ts";
import { listCredentials } from "../../xapi/credentials.service.ts";
import { getPageOfAcceptances } from "../../terms/terms.service.ts";
import { getPageOfStatements } from "../../xapi/viewer.service.ts";
import { getPageOfRegistrations } from "../../registration/approval.service.ts";
import { getPageOfInvitations } from "../../registration/invitations.service.ts";
import { matches } from "../definitions/subjects.ts";
import { defineTable, fromPages, fromRows } from "../table.ts";
import { formatChange } from "./audit-changes.ts";

const auditList = defineTable({
  kind: "audit-log",
  title: "auditTitle",
  fileName: "audit-log",
  permission: "audit.view",
  filters: ["actor_id", "action", "subject_type", "subject_id", "from", "to", "platform", "search"],
  dayLabel: "when",
  open: async (actor, { actor_id, action, subject_type, subject_id, from, to, platform, search, sort }) =>
    fromPages((page) =>
      getPageOfAudit(actor, { actor_id, action, subject_type, subject_id, from, to, platform, search, sort, ...page }),
    ),
  columns: [
    { label: "when", value: (row) => row.created_at, format: "minute" },
    { label: "who", value: (row) => row.actor_name },
    { label: "whatAction", value: (row) => row.action },
    { label: "kind", value: (row) => `${row.subject_type}_subject`, format: "term" },
    { label: "name", value: (row) => row.subject_name },
    { label: "subjectId", value: (row) => row.subject_id },
    { label: "changes", value: ({ changes }, texts) => changes.map((each) => formatChange(each, texts)).join("; ") },
    { label: "fromWhere", value: (row) => row.address },
  ],
});

const deletedList = defineTable({
  kind: "deleted",
  title: "deletedTitle",
  fileName: "deleted",
  permission: "deleted.restore",
  filters: ["item_kind", "search"],
  open: async (actor, { branchUrl, item_kind: kind, search, sort }) =>
    fromPages((page) => getPageOfDeleted(actor, { branchUrl: branchUrl ?? null, kind, search, sort, ...page })),
  columns: [
    { label: "name", value: (row) => row.name },
    { label: "detail", value: (row) => row.detail },
    { label: "kind", value: (row) => `${row.kind}_subject`, format: "term" },
    { label: "deletedBy", value: (row) => row.deleted_by },
    { label: "deletedAt", value: (row) => row.deleted_at, format: "minute" },
    { label: "daysLeft", value: (row) => row.days_left, format: "number" },
  ],
});

const acceptancesList = defineTable({
  kind: "terms-acceptances",
  title: "acceptancesTitle",
  fileName: "terms-acceptances",
  permission: "settings.manage",
  filters: ["terms_version", "state", "search"],
  open: async (actor, { terms_version, state, search, sort }) => {
    const version = terms_version ?? 0;
    return fromPages(async (page) => {
      const { total, rows } = await getPageOfAcceptances(actor, { version, state, search, sort, ...page });
      return { total, rows: rows.map((row) => ({ ...row, version })) };
    });
  },
  columns: [
    { label: "name", value: (row) => `${row.first_name} ${row.last_name}` },
    { label: "email", value: (row) => row.email },
    { label: "version", value: (row) => row.version, format: "number" },
    { label: "acceptedAt", value: (row) => row.accepted_at, format: "minute" },
  ],
});

const invitationsList = defineTable({
  kind: "invitations",
  title: "invitationsTitle",
  fileName: "invitations",
  permission: "registration.manage",
  filters: ["search"],
  open: async (actor, { search, sort }) => fromPages((page) => getPageOfInvitations(actor, { search, sort, ...page })),
  columns: [
    { label: "name", value: (row) => row.name },
    { label: "status", value: (row) => `${row.state}_invitation`, format: "term" },
    { label: "branch", value: (row) => row.branch },
    { label: "groups", value: (row) => row.groups.join(", ") },
    { label: "course", value: (row) => row.course },
    { label: "uses", value: (row) => row.uses, format: "number" },
    { label: "mostUses", value: (row) => row.most_uses, format: "number" },
    { label: "createdBy", value: (row) => row.created_by },
    { label: "createdAt", value: (row) => row.created_at, format: "minute" },
    { label: "expiresAt", value: (row) => row.expires_at, format: "minute" },
  ],
});

const registrationsList = defineTable({
  kind: "registrations",
  title: "registrationsTitle",
  fileName: "registrations",
  permission: "registration.manage",
  filters: ["state", "search"],
  open: async (actor, { state, search, sort }) =>
    fromPages((page) => getPageOfRegistrations(actor, { state, search, sort, ...page })),
  columns: [
    { label: "name", value: (row) => `${row.first_name} ${row.last_name}` },
    { label: "email", value: (row) => row.email },
    { label: "branch", value: (row) => row.branch },
    { label: "invitation", value: (row) => row.invitation },
    { label: "confirmedAt", value: (row) => row.confirmed_at, format: "minute" },
  ],
});

const apiKeysList = defineTable({
  kind: "api-keys",
  title: "apiKeysTitle",
  fileName: "api-keys",
  permission: "api_key.manage",
  filters: ["search"],
  open: async (actor, { search, sort }) => fromPages((page) => getPageOfKeys(actor, { search, sort, ...page })),
  columns: [
    { label: "name", value: (row) => row.name },
    { label: "role", value: (row) => row.role, format: "term" },
    { label: "createdBy", value: (row) => row.owner },
    { label: "createdAt", value: (row) => row.created_at, format: "minute" },
    { label: "lastUsed", value: (row) => row.last_used_at, format: "minute" },
    { label: "ends", value: (row) => row.expires_at, format: "minute" },
  ],
});

const credentialsList = defineTable({
  kind: "xapi-credentials",
  title: "credentialsTitle",
  fileName: "xapi-credentials",
  permission: "xapi.manage",
  filters: ["search"],
  open: async (actor, request) => fromRows((await listCredentials(actor)).filter(({ name }) => matches(request, name))),
  columns: [
    { label: "name", value: (row) => row.name },
    { label: "key", value: (row) => row.key },
    { label: "createdBy", value: (row) => row.owner },
    { label: "createdAt", value: (row) => row.created_at, format: "minute" },
    { label: "lastUsed", value: (row) => row.last_used_at, format: "minute" },
  ],
});

const statementsList = defineTable({
  kind: "xapi-statements",
  title: "statementsTitle",
  fileName: "xapi-statements",
  permission: "xapi.manage",
  filters: ["user_id", "search"],
  open: async (actor, { user_id, search }) =>
    fromPages((page) => getPageOfStatements(actor, { user_id, search, ...page })),
  columns: [
    { label: "stored", value: (row) => row.stored },
    { label: "who", value: (row) => row.actor },
    { label: "verb", value: (row) => row.verb },
    { label: "object", value: (row) => row.object },
    { label: "result", value: (row) => row.result },
    { label: "id", value: (row) => row.id },
  ],
});

export const administrationLists = [
  auditList,
  deletedList,
  acceptancesList,
  invitationsList,
  registrationsList,
  apiKeysList,
  credentialsList,
  statementsList,
];
