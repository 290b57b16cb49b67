import { useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuLine, MenuNote } from "../ui/Menu.tsx";
import { chooseLanguage, languages, type Language } from "./i18n.ts";
import { useViewer } from "./session.ts";
import { chooseTheme, useThemeChoice, type ThemeChoice } from "./theme.ts";

/** Who is signed in, and what concerns them: profile, the other area, appearance, language, signing out. */
export function UserMenu() {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const theme = useThemeChoice();
  const { first_name, last_name, email, role } = useViewer();
  const name = `${first_name} ${last_name}`;
  const initials = `${first_name.at(0) ?? ""}${last_name.at(0) ?? ""}`.toLocaleUpperCase();

  return (
    <Menu
      label={t`Your account: ${name}`}
      triggerClass="ml-auto flex h-10 items-center gap-2 rounded-ctl px-2 text-sm font-medium hover:bg-sunken data-popup-open:bg-sunken"
      trigger={
        <>
          <span className="grid size-7 place-items-center rounded-full bg-brand-soft text-xs font-semibold text-brand-text">
            {initials}
          </span>
          <span className="max-sm:sr-only">{name}</span>
          <ChevronDown size={16} aria-hidden />
        </>
      }
    >
      <MenuNote>{email}</MenuNote>
      {entry("/profile", t`My profile`)}
      {role !== "learner" && (
        <MenuGroup label={t`View as`}>
          {entry("/dashboard", t`Administrator`)}
          {entry("/learner/dashboard", t`Learner`)}
        </MenuGroup>
      )}
      {entry("/learner/courses", t`My Courses`)}
      {entry("/learner/course-catalog", t`Course Catalog`)}
      {entry("/learner/badges", t`My Badges`)}
      <MenuLine />
      <MenuChoice
        label={t`Appearance`}
        value={theme}
        onChange={(value) => chooseTheme(value as ThemeChoice)}
        options={[
          { value: "system", label: t`As on this device` },
          { value: "light", label: t`Light` },
          { value: "dark", label: t`Dark` },
        ]}
      />
      <MenuChoice
        label={t`Language`}
        value={i18n.locale}
        onChange={(value) => void chooseLanguage(value as Language)}
        options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
      />
      <MenuLine />
      <MenuItem onPress={() => void router.navigate({ to: "/logout" })}>{t`Sign out`}</MenuItem>
    </Menu>
  );

  function entry(to: string, label: string) {
    if (!(to in router.routesByPath)) return null;
    return <MenuItem onPress={() => void router.navigate({ to: to as "/" })}>{label}</MenuItem>;
  }
}
