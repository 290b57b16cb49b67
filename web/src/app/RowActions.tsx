import { useLingui } from "@lingui/react/macro";
import { createLink } from "@tanstack/react-router";
import { Pencil, Trash2 } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "../ui/Button.tsx";
import { buttonClass } from "../ui/buttonClass.ts";

/** Renders the link in a row that edits what `name` names; takes the router's `to` and `params`. */
export const EditLink = createLink(function EditLink({ name, ...rest }: ComponentProps<"a"> & { name: string }) {
  const { t } = useLingui();
  return (
    <a {...rest} className={buttonClass({ kind: "ghost", size: "small" })} aria-label={t`Edit ${name}`}>
      <Pencil size={15} aria-hidden />
      {t`Edit`}
    </a>
  );
});

/** Renders the button in a row that deletes what `name` names. */
export function DeleteButton({ name, onPress }: { name: string; onPress: () => void }) {
  const { t } = useLingui();
  return (
    <Button kind="ghost" size="small" aria-label={t`Delete ${name}`} onClick={onPress}>
      <Trash2 size={15} aria-hidden />
      {t`Delete`}
    </Button>
  );
}
