import { useLingui } from "@lingui/react/macro";
import { useViewer } from "./session.ts";

/** Says for how long something deleted can be restored, and by whom when the viewer may not. */
export function RestoreNote({ isMany = false }: { isMany?: boolean }) {
  const { t } = useLingui();
  const mayRestore = useViewer().can("deleted.restore");
  if (isMany) return mayRestore ? t`You can restore them for 30 days.` : t`An admin can restore them for 30 days.`;
  return mayRestore ? t`You can restore it for 30 days.` : t`An admin can restore it for 30 days.`;
}
