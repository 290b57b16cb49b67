import { useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { CalendarFeed } from "./CalendarFeed.tsx";
import { ProfileAccount } from "./ProfileAccount.tsx";
import { ProfileData } from "./ProfileData.tsx";
import { ProfileSecurity } from "./ProfileSecurity.tsx";

/** Renders `/profile`: the user's own name, language, calendar, password and data. */
export function ProfileScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { tab = "account" } = useSearch({ from: "/signed-in/shell/profile" });
  return (
    <>
      <PageHeader title={t`Profile Settings`} />
      <Tabs
        label={t`Profile Settings`}
        value={tab}
        onChange={(next) =>
          void navigate({
            to: "/profile",
            search: next === "security" || next === "data" ? { tab: next } : {},
            resetScroll: false,
          })
        }
        tabs={[
          {
            id: "account",
            label: t`Account`,
            content: (
              <>
                <ProfileAccount />
                <CalendarFeed />
              </>
            ),
          },
          { id: "security", label: t`Security`, content: <ProfileSecurity /> },
          { id: "data", label: t`Personal data`, content: <ProfileData /> },
        ]}
      />
    </>
  );
}
