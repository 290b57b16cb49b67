import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** Renders the name of a row as a link to its screen. */
export const NameLink = createLink((props: ComponentProps<"a">) => (
  <a {...props} className="font-medium text-brand-text underline-offset-4 hover:underline" />
));
