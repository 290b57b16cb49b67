import { redirect } from "../router/index.ts";
import { authoring, preview } from "./routes/authoring.ts";
import { backOfficeFrame, rootFrame, shellFrame, signedIn, signedInFrame } from "./routes/frames.ts";
import { learner, player } from "./routes/learner.ts";
import { account } from "./routes/open.ts";
import { people } from "./routes/people.ts";
import { platform } from "./routes/platform.ts";
import { dashboard, reports } from "./routes/reports.ts";
import { signOut } from "./session.ts";

// Every URL of the product stands in `routes/`, and how they belong together stands here.

const logout = signedIn({
  path: "/logout",
  beforeLoad: async ({ preload }) => {
    if (preload) return;
    await signOut();
    throw redirect({ to: "/login", replace: true });
  },
});

export const routeTree = rootFrame.addChildren([
  ...account,
  signedInFrame.addChildren([
    logout,
    player,
    preview,
    shellFrame.addChildren([
      dashboard,
      ...learner,
      backOfficeFrame.addChildren([...people, ...reports, ...authoring, ...platform]),
    ]),
  ]),
]);

declare module "../router/router.ts" {
  interface Register {
    routes: typeof routeTree;
  }
}
