import { expect, test } from "vitest";
import { adminMenu, learnerMenu } from "./menus.ts";
import { createAppRouter } from "./Router.tsx";
import { findCurrent } from "./SideMenu.tsx";

/** The frame, an address that leads elsewhere, and the screens of the shell that belong to no entry of a menu. */
const ALONE = ["/", "/learner", "/profile", "/profile/security"];

test("every screen with the menu belongs to exactly one entry of it", async () => {
  const router = createAppRouter();
  await router.options.context.addAllRoutes();
  const routes = Object.values(router.routesById) as { id: string; fullPath: string }[];
  const paths = routes
    .filter(({ id }) => /^\/signed-in\/shell(\/back-office)?\/\w/.test(id))
    .map((route) => route.fullPath);
  expect(paths.length).toBeGreaterThan(40);
  for (const path of paths.filter((each) => !ALONE.includes(each))) {
    const menu = path.startsWith("/learner") ? learnerMenu : adminMenu;
    expect(findCurrent(menu, path), path).toHaveLength(1);
  }
});
