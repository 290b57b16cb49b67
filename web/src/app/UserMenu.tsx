import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { AccountLabel, accountButtonClass } from "./AccountLabel.tsx";
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuLine, MenuNote } from "../ui/Menu.tsx";
import { execute } from "./graphql.ts";
import { chooseLanguage, type Language } from "./i18n.ts";
import { listLanguages } from "./listLanguages.ts";
import { useScreenExists } from "./links.ts";
import { SaveLanguage } from "./session.documents.ts";
import { reloadTexts } from "./reloadTexts.ts";
import { useViewer, viewerQuery } from "./session.ts";
import { chooseTheme, useThemeChoice, type ThemeChoice } from "./theme.ts";

/** Shows the account menu: profile, the other area, appearance, language, sign-out. */
export default function UserMenu() {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const exists = useScreenExists();
  const client = useQueryClient();
  const theme = useThemeChoice();
  const { email, role, can } = useViewer();

  return (
    <Menu triggerClass={accountButtonClass} trigger={<AccountLabel />} startsOpen>
      <MenuNote>{email}</MenuNote>
      {entry("/profile", t`My profile`)}
      {role !== "learner" && (
        <>
          <MenuGroup label={t`View as`}>
            {entry("/dashboard", t`Administrator`)}
            {entry("/learner/dashboard", t`Learner`)}
          </MenuGroup>
          <MenuLine />
        </>
      )}
      {entry("/learner/courses", t`My Courses`)}
      {can("catalogue.view") && entry("/learner/course-catalog", t`Course Catalog`)}
      {entry("/learner/badges", t`My Badges`)}
      {entry("/help", t`Help`)}
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
        onChange={(value) => void changeLanguage(value as Language)}
        options={listLanguages(i18n.locale)}
      />
      <MenuLine />
      <MenuItem onPress={() => void router.navigate({ to: "/logout" })}>{t`Sign out`}</MenuItem>
    </Menu>
  );

  /** Also stored in the profile, for other devices; the screen does not wait for that. */
  async function changeLanguage(language: Language) {
    client.setQueryData(viewerQuery.queryKey, (viewer) => viewer && { ...viewer, language });
    await chooseLanguage(language);
    try {
      await execute(SaveLanguage, { language });
    } catch (error) {
      console.warn("The language could not be kept in the profile.", error);
    }
    await reloadTexts(client);
  }

  function entry(to: string, label: string) {
    if (!exists(to)) return null;
    return <MenuItem onPress={() => void router.navigate({ href: to })}>{label}</MenuItem>;
  }
}
