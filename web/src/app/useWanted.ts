import { t } from "@lingui/core/macro";
import { type ComponentType, useState } from "react";
import { askServerState } from "../ui/newVersion.ts";
import { toast } from "../ui/toast.ts";

/**
 * Loads what a button opens when it is wanted. If the code does not arrive, a message says so, and the user can press the button
 * again.
 * @returns the component once it was wanted and has arrived; `prepare` loads it without showing it
 */
export function useWanted<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  return {
    Part,
    prepare: () => void load().catch(() => {}),
    want: () => void load().then((loaded) => setPart(() => loaded.default), reportMissingCode),
  };
}

async function reportMissingCode(): Promise<void> {
  const state = await askServerState();
  const action = { label: t`Reload`, onPress: () => location.reload() };
  if (state === "outdated") toast({ text: t`A new version is available.`, action });
  else if (state === "current")
    toast({
      kind: "error",
      text: t`This part of the page could not be loaded. Save your work, then reload the page.`,
      action,
    });
  else
    toast({
      kind: "error",
      text: t`The server could not be reached. Please check your connection and try again.`,
    });
}
