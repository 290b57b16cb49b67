import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { render } from "../testing/render.tsx";
import { DayField } from "./DayField.tsx";

test("a day is reported once its year is complete, and stays while its field has the focus", () => {
  const onChange = vi.fn();
  const field = (value: string) => <DayField label="From" value={value} onChange={onChange} />;
  const { rerender } = render(field(""));
  const input = screen.getByLabelText<HTMLInputElement>("From");
  fireEvent.focus(input);
  for (const value of ["0002-05-11", "0020-05-11", "0202-05-11", "2026-05-11"]) {
    fireEvent.change(input, { target: { value } });
    expect(input.value).toBe(value);
  }
  expect(onChange.mock.calls).toEqual([["2026-05-11"]]);
  rerender(field("2026-05-11"));
  fireEvent.change(input, { target: { value: "2027-05-11" } });
  rerender(field("2026-05-10"));
  expect(input.value).toBe("2027-05-11");
  fireEvent.blur(input);
  rerender(field(""));
  expect(input.value).toBe("");
});
