import { useLingui } from "@lingui/react/macro";
import type { ThemeOption } from "../ui/ThemeField.tsx";

/** Returns the themes of branches and instances, the same as in the server's `themes.service.ts`. */
export function useThemes(): ThemeOption[] {
  const { t } = useLingui();
  return [
    { value: "cairn", label: t`Cairn`, primary: "#1f5c63", secondary: "#d9824a" },
    { value: "forest", label: t`Forest`, primary: "#2f5d3a", secondary: "#c79a3b" },
    { value: "ocean", label: t`Ocean`, primary: "#1d4f8c", secondary: "#2f9e9a" },
    { value: "plum", label: t`Plum`, primary: "#6b3a75", secondary: "#d1728a" },
    { value: "ember", label: t`Ember`, primary: "#a03c2b", secondary: "#e0a526" },
    { value: "slate", label: t`Slate`, primary: "#3d4b5c", secondary: "#7f9bb3" },
    { value: "sand", label: t`Sand`, primary: "#7a5a2e", secondary: "#4f8a83" },
  ];
}
