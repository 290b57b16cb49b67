/** What the bundler tells about a module. */
interface ModuleInfo {
  code: string | null;
  importedIds: readonly string[];
}
interface Context {
  getModuleInfo: (id: string) => ModuleInfo | null;
}

const ENTRY = /\/src\/main\.tsx$/;
const ROUTES = /\/src\/app\/routes\.ts$/;
/** The frame of all screens, and the screen that learners open first. */
const FIRST_SCREENS = /\/src\/app\/firstScreens\.ts$/;
const CHART = /\/src\/ui\/charts\/Pie\.tsx$/;
const PLAYER = /\/src\/features\/learning\/player\/PlayerScreen\.tsx$/;
const LOGIN = /\/src\/features\/accounts\/LoginScreen\.tsx$/;
const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.\w+$/;
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.\w+$/;

/**
 * Creates the groups of modules that share a file. Few files load faster than many and compress better:
 * - base: what every screen needs, and what the frame has in common with the sign-in
 * - signed-in: all routes, and what the frame has in common with the player
 * - first-screens: the rest of the frame of the screens and of the learner's dashboard, with its chart
 */
export function createChunkGroups() {
  const modules = new Set<string>();
  const reached = new Map<RegExp, ReadonlySet<string>>();
  /** Lists what a module imports, directly or not. */
  const reach = (root: RegExp, context: Context): ReadonlySet<string> => {
    const known = reached.get(root);
    if (known) return known;
    const found = walk(
      [...modules].filter((module) => root.test(module)),
      context,
    );
    reached.set(root, found);
    return found;
  };
  const findGroup = (id: string, context: Context): string | null => {
    const isReachedFrom = (root: RegExp) => reach(root, context).has(ICON.exec(id)?.[1] ?? id);
    if (isReachedFrom(ENTRY) || (isReachedFrom(FIRST_SCREENS) && isReachedFrom(LOGIN))) return "base";
    if (isReachedFrom(ROUTES) || (isReachedFrom(FIRST_SCREENS) && isReachedFrom(PLAYER))) return "signed-in";
    return isReachedFrom(FIRST_SCREENS) || isReachedFrom(CHART) ? "first-screens" : null;
  };
  // A group takes along what its modules import, unless a group before it has taken that already.
  return ["base", "signed-in", "first-screens"].map((group, index, all) => ({
    priority: all.length - index,
    // Sees all modules before `name` is called for the first.
    test: (id: string) => modules.add(id).size > 0,
    name: (id: string, context: Context) => (findGroup(id, context) === group ? group : null),
  }));
}

function walk(roots: readonly string[], context: Context): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    const info = found.has(id) ? null : context.getModuleInfo(id);
    found.add(id);
    if (!info) return;
    // The index of the icons imports all of them; only those that a module names belong to it.
    for (const imported of info.importedIds) if (!ICONS.test(imported)) visit(imported);
    for (const icon of listIcons(info.code ?? "")) found.add(icon);
  };
  roots.forEach(visit);
  return found;
}

/** Lists the names of the files of the icons that a module imports. */
function listIcons(code: string): string[] {
  const lists = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g);
  return [...lists].flatMap(([, names = ""]) =>
    names.split(",").flatMap((name) => {
      const icon = name.trim().split(/\s/)[0] ?? "";
      return (
        icon.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=[A-Z])(?=[A-Z][a-z])/g, "-").toLowerCase() || []
      );
    }),
  );
}
