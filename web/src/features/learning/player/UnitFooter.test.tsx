import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { render } from "../../../testing/render.tsx";
import type { Mode } from "./courseQuery.ts";
import { UnitFooter } from "./UnitFooter.tsx";
import type { PlayerCourse, Unit } from "./units.ts";

function show(mode: Mode) {
  const unit = { id: 1, unit_order: 1 } as Unit;
  render(
    <UnitFooter
      course={{ id: 4, units: [unit] } as unknown as PlayerCourse}
      mode={mode}
      unit={unit}
      time={null}
      answers={{ entries: {}, unsaved: 0, hasSaved: true }}
      error={null}
      advance={null}
    />,
  );
}

test("the player says that answers are saved", () => {
  show("player");
  expect(screen.getByText("Saved")).toBeDefined();
});

test("a preview does not say that answers are saved, because nothing is stored", () => {
  show("preview");
  expect(screen.queryByText("Saved")).toBeNull();
});
