import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { buttonClass, type ButtonLook } from "./buttonClass.ts";

/** Renders a link that looks like a button; takes the router's `to`, `params` and `search`. */
export const ButtonLink = createLink(({ kind, size, className, ...rest }: ComponentProps<"a"> & ButtonLook) => (
  <a {...rest} className={buttonClass({ kind, size }, className)} />
));
