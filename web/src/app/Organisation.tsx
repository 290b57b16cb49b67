import { useSyncExternalStore } from "react";
import { classes } from "../ui/classes.ts";
import { Logo } from "../ui/Logo.tsx";
import { boot, onBootChange, organisation } from "./boot.ts";
import { useIsDark } from "./theme.ts";

/** Shows the site's logo, or the product's mark with the site's name; `compact` leaves that to screen readers. */
export function Organisation({ className, compact = false }: { className?: string; compact?: boolean }) {
  useSyncExternalStore(onBootChange, boot);
  const { name, logo } = organisation(useIsDark());
  return (
    <div className={classes("flex min-h-9 items-center gap-2.5", className)}>
      {logo ? (
        <img
          src={logo}
          alt={name}
          className={classes("max-h-10 object-contain object-left", compact ? "max-w-28" : "max-w-44")}
        />
      ) : (
        <>
          <Logo size={30} />
          <span className={compact ? "sr-only" : "min-w-0 font-display text-lg leading-tight"}>{name}</span>
        </>
      )}
    </div>
  );
}
