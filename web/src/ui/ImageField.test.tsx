import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { render } from "../testing/render.tsx";
import { ImageField } from "./ImageField.tsx";
import type { ImageChoice } from "./useImageAddress.ts";

function open(current: string | null) {
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
  const seen = vi.fn<(choice: ImageChoice) => void>();
  function Holder() {
    const [value, setValue] = useState<ImageChoice>({ file: null, isRemoved: false });
    const change = (choice: ImageChoice) => {
      seen(choice);
      setValue(choice);
    };
    return <ImageField label="Logo" current={current} value={value} onChange={change} />;
  }
  const { container } = render(<Holder />);
  return { seen, container, user: userEvent.setup() };
}

const picture = () => document.querySelector("img")?.getAttribute("src") ?? null;

test("ImageField shows a chosen image, which can be cleared", async () => {
  const { seen, user, container } = open(null);
  expect(picture()).toBeNull();
  const file = new File(["x"], "logo.png", { type: "image/png" });
  await user.upload(container.querySelector("input")!, file);
  expect(picture()).toBe("blob:preview");
  await user.click(screen.getByRole("button", { name: "Remove image" }));
  expect(picture()).toBeNull();
  expect(seen.mock.calls.map(([choice]) => choice)).toEqual([
    { file, isRemoved: false },
    { file: null, isRemoved: false },
  ]);
});

test("ImageField can remove the existing image", async () => {
  const { seen, user } = open("/files/logo");
  expect(picture()).toBe("/files/logo");
  await user.click(screen.getByRole("button", { name: "Remove image" }));
  expect(picture()).toBeNull();
  expect(seen).toHaveBeenLastCalledWith({ file: null, isRemoved: true });
});
