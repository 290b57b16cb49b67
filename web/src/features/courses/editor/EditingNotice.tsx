import { useLingui } from "@lingui/react/macro";
import { UsersRound } from "lucide-react";
import { useViewer } from "../../../app/session.ts";
import { Button } from "../../../ui/Button.tsx";
import type { Editing } from "./useEditing.ts";
import { formatList } from "../../../ui/format.ts";

type Props = { editing: Editing | null; version: number | null; onCompare: () => void };

/** Shows who else edits this course, and whether another author has saved it. */
export function EditingNotice({ editing, version, onCompare }: Props) {
  const { t } = useLingui();
  const viewer = useViewer();
  if (!editing) return null;
  const others = editing.editors.filter(({ id }) => id !== viewer.id).map(({ name }) => name);
  const isOpenTwice = others.length < editing.editors.length;
  const isBehind = version !== null && editing.version > version;
  if (others.length === 0 && !isOpenTwice && !isBehind) return null;

  const names = formatList(others);
  const saver = editing.saved_by ?? t`Another user`;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-card border border-warn bg-surface px-5 py-4 text-sm"
    >
      <UsersRound size={18} aria-hidden className="shrink-0 text-warn" />
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        {others.length === 1 && <p>{t`${names} is editing this course too.`}</p>}
        {others.length > 1 && <p>{t`${names} are editing this course too.`}</p>}
        {isOpenTwice && <p>{t`You have this course open in another window too.`}</p>}
        {isBehind && (
          <p>{t`${saver} saved this course after you opened it. When you save, you are asked whose version to keep.`}</p>
        )}
      </div>
      {isBehind && (
        <Button kind="quiet" size="small" onClick={onCompare}>
          {t`Compare versions`}
        </Button>
      )}
    </div>
  );
}
