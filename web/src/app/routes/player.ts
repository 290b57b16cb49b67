import { msg } from "@lingui/core/macro";
import { createRoute } from "@tanstack/react-router";
import { parseId, parseUnitOrder } from "./address.ts";
import { signedIn } from "./frames.ts";
import { lazyScreen } from "./lazyScreen.ts";

/** The player has a layout of its own. */
export const player = createRoute({
  ...signedIn,
  path: "/learner/course/$course/unit/{-$unit_order}",
  params: {
    parse: ({ course, unit_order }: { course: string; unit_order?: string }) => ({
      course: parseId(course),
      unit_order: parseUnitOrder(unit_order),
    }),
    stringify: ({ course, unit_order }: { course: number; unit_order?: number | undefined }) => ({
      course: String(course),
      unit_order: unit_order === undefined ? undefined : String(unit_order),
    }),
  },
  staticData: { title: msg`Course` },
  component: lazyScreen(() => import("../../features/learning/player/PlayerScreen.tsx"), "PlayerScreen"),
});
