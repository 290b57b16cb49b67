import { useLingui } from "@lingui/react/macro";
import { ExternalLink, Pencil } from "lucide-react";
import { buttonClass } from "../../ui/buttonClass.ts";
import { DeleteButton } from "../../app/RowActions.tsx";

type Props = { name: string; view: string; edit: string; onDelete: () => void };

/** Links to view and edit at the instance's own address, where its courses and branches are. */
export function SiteActions({ name, view, edit, onDelete }: Props) {
  const { t } = useLingui();
  const look = buttonClass({ kind: "ghost", size: "small" });
  return (
    <>
      <a className={look} href={view} target="_blank" rel="noreferrer" aria-label={t`View ${name}`}>
        <ExternalLink size={15} aria-hidden />
        {t`View`}
      </a>
      <a className={look} href={edit} target="_blank" rel="noreferrer" aria-label={t`Edit ${name}`}>
        <Pencil size={15} aria-hidden />
        {t`Edit`}
      </a>
      <DeleteButton name={name} onPress={onDelete} />
    </>
  );
}
