import { linkOptions } from "@tanstack/react-router";
import type { Mode } from "./courseQuery.ts";

/** Returns the address of a unit in the player, or in an author's preview. */
export const toUnitAddress = (mode: Mode, course: number, unit_order: number) =>
  mode === "player"
    ? linkOptions({ to: "/learner/course/$course/unit/{-$unit_order}", params: { course, unit_order } })
    : linkOptions({ to: "/courses/$id/preview/{-$unit_order}", params: { id: course, unit_order } });
