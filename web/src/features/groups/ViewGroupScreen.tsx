import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { execute } from "../../app/graphql.ts";
import { Loaded } from "../../app/Loaded.tsx";
import { MemberTabs } from "../../app/membership/MemberTabs.tsx";
import { useTitle } from "../../app/title.ts";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { CoursesTab } from "./CoursesTab.tsx";
import { GroupFields } from "./groups.documents.ts";
import { UsersTab } from "./UsersTab.tsx";

/** Renders `/groups/{id}`: a group with its users and courses. */
export function ViewGroupScreen() {
  const { t } = useLingui();
  const groupId = Number(useIdInPath());
  const group = useQuery({
    queryKey: ["group", groupId],
    queryFn: async () => (await execute(GroupFields, { id: groupId })).group,
    staleTime: 0,
  });
  useTitle(group.data?.name);

  return (
    <>
      <BackLink to="/groups">{t`Back to groups`}</BackLink>
      <Loaded query={group} shape="tabs" failure={t`Failed to load group data. Please try again.`}>
        {({ name, description }) => (
          <>
            <PageHeader title={name} text={description && <p className="max-w-prose">{description}</p>}>
              <ButtonLink to="/groups/$id/edit" params={{ id: groupId }}>
                <Pencil size={16} aria-hidden />
                {t`Edit Group`}
              </ButtonLink>
            </PageHeader>
            <MemberTabs
              label={name}
              users={<UsersTab groupId={groupId} />}
              courses={<CoursesTab groupId={groupId} />}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
