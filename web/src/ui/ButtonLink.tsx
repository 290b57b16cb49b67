import { createLink } from "../router/index.ts";
import type { ComponentProps } from "react";
import { buttonClass, type ButtonLook } from "./buttonClass.ts";

/** A link that looks like a button; takes the router's `to`, `params` and `search`. */
export const ButtonLink = createLink(({ kind, size, className, ...rest }: ComponentProps<"a"> & ButtonLook) => (
  <a {...rest} className={buttonClass({ kind, size }, className)} />
));
