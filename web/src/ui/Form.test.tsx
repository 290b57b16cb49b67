import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { ApiError } from "../app/errors.ts";
import { useSaveForm } from "../app/saveForm.ts";
import { renderInRouter } from "../testing/render.tsx";
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

const open = () =>
  renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <Example />
    </QueryClientProvider>,
  );

test("Form marks required fields, explains the mark, and refuses blanks with its own message", async () => {
  await open();
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

test("a form is sent again after the server has refused a value that is no registered input", async () => {
  const send = vi.fn(async ({ logo }: { logo: string }) => {
    if (logo === "huge.png")
      throw new ApiError("Refused", { code: "VALIDATION", validation: { logo: ["Too large."] } });
    return logo;
  });
  function WithPicture() {
    const form = useSaveForm({ values: { logo: "" }, save: send, onSaved: () => {} });
    return (
      <FormCard form={form} action="Save">
        <p>{form.error("logo")}</p>
        {["huge.png", "small.png"].map((name) => (
          <button key={name} type="button" onClick={() => form.setValue("logo", name, { shouldDirty: true })}>
            {name}
          </button>
        ))}
      </FormCard>
    );
  }
  await renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <WithPicture />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "huge.png" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Too large.");
  await userEvent.click(screen.getByRole("button", { name: "small.png" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => send.mock.calls.map(([fields]) => fields.logo)).toEqual(["huge.png", "small.png"]);
  await expect.poll(() => screen.queryByText("Too large.")).toBeNull();
});

describe("FormCard, when it is left", () => {
  const question = () => screen.queryByRole("alertdialog", { name: "Leave without saving?" });
  const answer = async (name: string) =>
    userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name }));

  test("asks for what was typed, keeps it, or lets it go", async () => {
    const router = await open();
    await userEvent.type(screen.getByRole("textbox", { name: "Note" }), "Later");
    void router.navigate({ to: "/elsewhere" as never });
    await answer("Stay");
    expect(router.state.location.pathname).toBe("/");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Note" }).value).toBe("Later");
    void router.navigate({ to: "/elsewhere" as never });
    await answer("Leave");
    await expect.poll(() => router.state.location.pathname).toBe("/elsewhere");
  });

  test("asks for nothing when nothing was typed, or all of it was taken back", async () => {
    const router = await open();
    await userEvent.type(screen.getByRole("textbox", { name: "Note" }), "a{Backspace}");
    await router.navigate({ to: "/elsewhere" as never });
    expect(question()).toBeNull();
    expect(router.state.location.pathname).toBe("/elsewhere");
  });

  test("asks for a picture that was chosen, which removes the message about the former one", async () => {
    function WithPicture() {
      const form = useSaveForm({ values: { logo: "" }, save: async () => {}, onSaved: () => {} });
      return (
        <FormCard form={form} action="Save">
          <p>{form.error("logo")}</p>
          <button type="button" onClick={() => form.setError("logo", { message: "Too large." })}>
            Refuse
          </button>
          <button type="button" onClick={() => form.setValue("logo", "small.png")}>
            Choose
          </button>
        </FormCard>
      );
    }
    const router = await renderInRouter(
      <QueryClientProvider client={new QueryClient()}>
        <WithPicture />
      </QueryClientProvider>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Refuse" }));
    await screen.findByText("Too large.");
    await userEvent.click(screen.getByRole("button", { name: "Choose" }));
    expect(screen.queryByText("Too large.")).toBeNull();
    void router.navigate({ to: "/elsewhere" as never });
    await answer("Stay");
    expect(router.state.location.pathname).toBe("/");
  });

  test("asks only for what was typed since the form was saved", async () => {
    const router = await open();
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Ada");
    save.mockClear();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect.poll(() => save.mock.calls.length).toBe(1);
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "m");
    void router.navigate({ to: "/elsewhere" as never });
    await answer("Stay");
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "{Backspace}");
    await router.navigate({ to: "/elsewhere" as never });
    expect(router.state.location.pathname).toBe("/elsewhere");
  });
});
