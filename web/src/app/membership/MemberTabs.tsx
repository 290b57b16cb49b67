import { useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Tabs } from "../../ui/Tabs.tsx";

/** Shows the users and courses of a group or branch in tabs; the open tab is in the address. */
export function MemberTabs({ label, users, courses }: { label: string; users: ReactNode; courses: ReactNode }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { tab = "users" } = useSearch({ strict: false });
  return (
    <Tabs
      label={label}
      value={tab}
      onChange={(next) =>
        void navigate({ to: ".", search: next === "courses" ? { tab: next } : {}, resetScroll: false })
      }
      tabs={[
        { id: "users", label: t`Users`, content: users },
        { id: "courses", label: t`Courses`, content: courses },
      ]}
    />
  );
}
