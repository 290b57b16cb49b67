import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { ApiError } from "../app/errors.ts";
import { useSaveForm } from "../app/saveForm.ts";
import { pretendBrowser } from "../testing/browser.ts";
import { findDialog, render } from "../testing/render.tsx";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Field } from "./Field.tsx";
import { Problems } from "./Problems.tsx";

beforeEach(() => pretendBrowser());

test("a dialog whose form is being saved stays until the answer, and closes with Escape before and afterwards", async () => {
  let refuse = () => {};
  const save = () =>
    new Promise<never>((_, reject) => {
      refuse = () => reject(new ApiError("It was refused.", { code: "CONFLICT" }));
    });
  function Example() {
    const [open, setOpen] = useState(true);
    const form = useSaveForm({ values: { name: "" }, save, onSaved: () => {} });
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title="Rename"
          isForm
          actions={<Button type="submit" form="rename" busy={form.saving}>{`Save`}</Button>}
        >
          <form id="rename" onSubmit={form.submit}>
            <Problems messages={form.problems} />
            <Field label="Name" {...form.register("name")} />
          </form>
        </Dialog>
      </>
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Example />
    </QueryClientProvider>,
  );
  await findDialog("Rename");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await findDialog("Rename");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => screen.queryByRole("button", { name: "Save" })?.getAttribute("aria-disabled")).toBe("true");
  await userEvent.keyboard("{Escape}");
  refuse();
  await screen.findByText("It was refused.");
  await userEvent.click(screen.getByRole("textbox", { name: "Name" }));
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});
