import type { Plugin } from "vite";
import { findTarget } from "./direct-imports.ts";

/** Read by the server from the built client; the leading dot keeps it from being served. */
const HINTS = ".page-hints";

const LANGUAGES = ["en", "fr", "es"];

interface Page {
  /** Matches the paths of the page's address. */
  path: RegExp;
  /** The modules that the page imports when it is opened. */
  modules: string[];
  /** The catalogues of texts that it needs. */
  texts: string[];
  /** The queries that it sends first, with their variables beside the branch. */
  queries: { name: string; variables?: object }[];
}

const VIEWER = { name: "Viewer" };
const ROUTES = "src/app/routes.ts";
const FRAME = "src/app/firstScreens.ts";

/** The pages whose scripts and data the server names up front; the first that matches counts. */
const PAGES: Page[] = [
  { path: /^\/login$/, modules: ["src/features/accounts/LoginScreen.tsx"], texts: ["core"], queries: [] },
  {
    path: /^\/learner\/dashboard$/,
    modules: [ROUTES, FRAME],
    texts: ["core", "learning"],
    queries: [VIEWER, { name: "MenuCounts" }, { name: "LearnerDashboard" }],
  },
  {
    path: /^\/learner\/course\//,
    modules: [ROUTES, "src/features/learning/player/PlayerScreen.tsx"],
    texts: ["core", "player"],
    queries: [VIEWER],
  },
  {
    path: /^\/learner\/courses$/,
    modules: [ROUTES, FRAME, "src/features/learning/catalog/MyCoursesScreen.tsx"],
    texts: ["core", "learning"],
    queries: [VIEWER],
  },
  {
    path: /^\/learner\/course-catalog$/,
    modules: [ROUTES, FRAME, "src/features/learning/catalog/CatalogScreen.tsx"],
    texts: ["core", "learning"],
    queries: [VIEWER],
  },
  {
    path: /^\/learner\/catalog\/course\//,
    modules: [ROUTES, FRAME, "src/features/learning/overview/OverviewScreen.tsx"],
    texts: ["core", "learning"],
    queries: [VIEWER],
  },
];

interface Chunk {
  type: "chunk";
  fileName: string;
  facadeModuleId: string | null;
  moduleIds: readonly string[];
  imports: readonly string[];
  code: string;
}

/**
 * Writes for the server which scripts and queries the pages need, so that it names them in the HTML:
 * `[{ path, scripts: { language: files }, queries }]`.
 */
export function pageHints(): Plugin {
  return {
    name: "page-hints",
    apply: "build",
    generateBundle: {
      // After Vite has taken out the scripts of which only a style sheet is left.
      order: "post",
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((each) => each.type === "chunk") as Chunk[];
        const listScripts = (modules: string[]) => {
          const files = new Set<string>();
          const visit = ({ fileName, imports, code }: Chunk) => {
            if (files.has(fileName)) return;
            // A file that only passes on another one is not loaded.
            if (!findTarget(code)) files.add(fileName);
            chunks.filter((chunk) => imports.includes(chunk.fileName)).forEach(visit);
          };
          for (const module of modules) {
            const isIt = (id: string | null) => id?.split("?")[0]!.endsWith(`/${module}`);
            const chunk =
              chunks.find(({ facadeModuleId }) => isIt(facadeModuleId)) ??
              chunks.find(({ moduleIds }) => moduleIds.some(isIt));
            if (!chunk) throw new Error(`No script of the build contains ${module}.`);
            visit(chunk);
          }
          return [...files].map((file) => `/${file}`);
        };
        const hints = PAGES.map(({ path, modules, texts, queries }) => ({
          path: path.source,
          scripts: Object.fromEntries(
            LANGUAGES.map((language) => [
              language,
              listScripts([...modules, ...texts.map((text) => `src/locales/${language}/${text}.po`)]),
            ]),
          ),
          queries,
        }));
        this.emitFile({ type: "asset", fileName: HINTS, source: JSON.stringify(hints) });
      },
    },
  };
}
