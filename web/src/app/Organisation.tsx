import { classes } from "../ui/classes.ts";
import { Logo } from "../ui/Logo.tsx";
import { organisation } from "./boot.ts";

/** Whose site this is: the branch's logo, or the product's mark beside the name. */
export function Organisation({ className }: { className?: string }) {
  const { name, logo } = organisation();
  return (
    <div className={classes("flex min-h-9 items-center gap-2.5", className)}>
      {logo ? (
        <img src={logo} alt={name} className="max-h-10 max-w-44 object-contain object-left" />
      ) : (
        <>
          <Logo size={30} />
          <span className="font-display text-lg leading-tight">{name}</span>
        </>
      )}
    </div>
  );
}
