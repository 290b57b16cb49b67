// Who may import whom. `npm run check` also asserts that modules were seen at all on both sides.
const FEATURE = "^server/src/features/([^/]+)/";
const TEST = "[.]test[.]tsx?$|^server/src/testing/";

const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    rule(
      "no-cycles",
      "Files that need each other are one file, or lack a third: a shared type belongs beside its document or in a file of its own.",
      {},
      { circular: true },
    ),
    rule(
      "web-not-server",
      "The contract between client and server is schema.graphql.",
      { path: "^web/" },
      { path: "^(server|scripts)/" },
    ),
    rule(
      "server-not-web",
      "The contract between client and server is schema.graphql.",
      { path: "^server/" },
      { path: "^web/" },
    ),
    rule("resolved", "An import must lead somewhere.", { pathNot: "^web/src/gen/" }, { couldNotResolve: true }),
    rule(
      "product-not-tests",
      "Tests and what they stand on are no part of the product.",
      { pathNot: TEST },
      { path: TEST },
    ),

    // Server: graphql and routes -> service -> queries -> db.
    rule(
      "features-meet-at-services",
      "A feature uses another through its service; in the schema alone, types refer to types.",
      { path: FEATURE, pathNot: `[.]graphql[.]ts$|${TEST}` },
      { path: FEATURE, pathNot: ["^server/src/features/$1/", "[.]service[.]ts$"] },
    ),
    rule(
      "schema-meets-at-types",
      "A feature's schema uses another's schema types or its service, nothing else of it.",
      { path: `${FEATURE}.+[.]graphql[.]ts$` },
      { path: FEATURE, pathNot: ["^server/src/features/$1/", "[.](service|graphql)[.]ts$"] },
    ),
    rule(
      "no-sql-in-routes",
      "What names fields and addresses calls one service verb.",
      { path: "[.](graphql|routes)[.]ts$" },
      { path: "[.]queries[.]ts$|^server/src/db/|node_modules/(kysely|pg)/" },
    ),
    rule(
      "no-transport-inside",
      "Services and queries know nothing of how they are reached.",
      { path: "[.](service|queries)[.]ts$" },
      {
        path: "node_modules/(graphql|fastify|@fastify|@pothos)/|[.](graphql|routes)[.]ts$|^server/src/graphql/",
      },
    ),
    rule(
      "nothing-below-knows-features",
      "Access, database, GraphQL builder and the outside world carry no rules of a feature.",
      { path: "^server/src/(access|db|platform)/|^server/src/graphql/builder[.]ts$", pathNot: TEST },
      { path: "^server/src/features/" },
    ),

    rule(
      "demo-when-needed",
      "The demo draws its pictures with libraries that a server does not need afterwards.",
      { path: "^server/src/", pathNot: `${TEST}|^server/src/demo/` },
      { path: "^server/src/demo/", pathNot: "/welcome[.]ts$", dynamic: false },
    ),

    // Client: app -> features -> ui.
    rule(
      "features-apart",
      "Features of the client do not import each other.",
      { path: "^web/src/features/([^/]+)/" },
      {
        path: "^web/src/features/",
        pathNot: "^web/src/features/$1/",
      },
    ),
    rule(
      "ui-knows-nothing",
      "The kit knows no feature, no GraphQL and no application.",
      { path: "^web/src/ui/", pathNot: TEST },
      { path: "^web/src/(app|features|gen)/|node_modules/graphql/" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^web/(dist|src/locales)/|[.]css$" },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
