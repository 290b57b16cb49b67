import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { useSaveForm } from "../app/saveForm.ts";
import { render } from "../testing/render.tsx";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Field } from "./Field.tsx";
import { FormCard } from "./FormCard.tsx";

const save = vi.fn(async (fields: { name: string; note: string }) => fields);

function Example() {
  const form = useSaveForm({ values: { name: "", note: "" }, save, onSaved: () => {} });
  return (
    <FormCard form={form} action="Save">
      <Field label="Name" error={form.error("name")} {...form.register("name", { required: "Enter a name." })} />
      <Field label="Note" error={form.error("note")} {...form.register("note")} />
    </FormCard>
  );
}

test("Form marks required fields, explains the mark, and refuses blanks with its own message", async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Example />
    </QueryClientProvider>,
  );
  const name = screen.getByRole("textbox", { name: "Name" });
  expect(name.getAttribute("aria-required")).toBe("true");
  expect(screen.getByText("Name").className).toContain("required-mark");
  expect(screen.getByRole("textbox", { name: "Note" }).getAttribute("aria-required")).toBeNull();
  expect(screen.getByText("Fields marked * are required.")).toBeDefined();
  expect(name.closest("form")!.noValidate).toBe(true);

  await userEvent.type(name, "  ");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter a name.")).toBeDefined();
  expect(save).not.toHaveBeenCalled();
  await userEvent.type(name, "Ada");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => save.mock.calls.length).toBe(1);
});
