import { createRoute, redirect } from "@tanstack/react-router";
import { authoring, preview } from "./routes/authoring.ts";
import { backOfficeFrame, rootFrame, shellFrame, signedIn, signedInFrame } from "./routes/frames.ts";
import { automations } from "./routes/automations.ts";
import { identity } from "./routes/identity.ts";
import { badges } from "./routes/badges.ts";
import { certificateTemplates } from "./routes/certificateTemplates.ts";
import { learner } from "./routes/learner.ts";
import { learningPaths } from "./routes/learningPaths.ts";
import { account } from "./routes/open.ts";
import { player } from "./routes/player.ts";
import { people } from "./routes/people.ts";
import { platform } from "./routes/platform.ts";
import { dashboard, reports } from "./routes/reports.ts";
import { signOut } from "./session.ts";

// Declares the route tree; the URLs of the product are in `routes/`. Loaded for signed-in users, see `Router.tsx`.

const logout = createRoute({
  ...signedIn,
  path: "/logout",
  beforeLoad: async ({ preload }): Promise<void> => {
    if (preload) return;
    await signOut();
    throw redirect({ to: "/login", replace: true });
  },
});

/** Gives the root all routes of the product, and returns it. */
export const createRouteTree = () =>
  rootFrame.addChildren([
    ...account,
    signedInFrame.addChildren([
      logout,
      player,
      preview,
      shellFrame.addChildren([
        dashboard,
        ...learner,
        backOfficeFrame.addChildren([
          ...people,
          ...reports,
          ...authoring,
          ...learningPaths,
          ...automations,
          ...identity,
          ...badges,
          ...certificateTemplates,
          ...platform,
        ]),
      ]),
    ]),
  ]);
