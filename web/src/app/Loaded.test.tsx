import type { UseQueryResult } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { render } from "../testing/render.tsx";
import { ApiError } from "./errors.ts";
import { Loaded } from "./Loaded.tsx";

function show(error: Error) {
  const query = { data: undefined, error, refetch: () => {} } as unknown as UseQueryResult<string>;
  render(
    <Loaded query={query} shape="form" missing="Instance not found" failure="The instance could not be loaded.">
      {(name) => <p>{name}</p>}
    </Loaded>,
  );
}

test("Loaded offers no retry for what does not exist", () => {
  show(new ApiError("Not found.", { code: "NOT_FOUND" }));
  expect(screen.getByText("Instance not found")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});

test("Loaded offers a retry for a failure", () => {
  show(new ApiError("Something went wrong.", { code: "INTERNAL" }));
  expect(screen.getByText("The instance could not be loaded.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});
