import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useIdInPath } from "../../../app/useIdInPath.ts";
import { Mail, Pencil } from "lucide-react";
import { PasswordLink } from "../../../app/accounts/PasswordLink.tsx";
import { IdentityLinks } from "./IdentityLinks.tsx";
import { SecondFactorReset } from "./SecondFactorReset.tsx";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { roleLabel } from "../../../app/roles.ts";
import { useViewer } from "../../../app/session.ts";
import { useTitle } from "../../../app/title.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { toast } from "../../../ui/toast.ts";
import { ResendInvitation, UserView, type ViewedUser } from "../users.documents.ts";
import { formatName } from "../usersTable.tsx";
import { BranchesTab } from "./BranchesTab.tsx";
import { CoursesTab } from "./CoursesTab.tsx";
import { DataTab } from "./DataTab.tsx";
import { GroupsTab } from "./GroupsTab.tsx";
import { OwnFieldList } from "../../../app/userFields/OwnFieldList.tsx";

/** Renders `/user/{id}`: one user with their courses, groups and branches. */
export function ViewUserScreen() {
  const { t } = useLingui();
  const id = useIdInPath();
  const userId = Number(id);
  const { data, error, refetch } = useQuery({
    queryKey: ["userView", userId],
    queryFn: async () => (await execute(UserView, { id: userId })).user,
    staleTime: 0,
  });
  useTitle(data && formatName(data));

  return (
    <>
      <BackLink to="/users">{t`Back to users`}</BackLink>
      {data ? (
        <Loaded user={data} />
      ) : error ? (
        <ErrorState
          title={t`The user could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
    </>
  );
}

function Loaded({ user }: { user: ViewedUser }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const viewer = useViewer();
  const { tab = "courses" } = useSearch({ from: "/signed-in/shell/back-office/user/$id" });
  const invitation = useMutation({
    mutationFn: () => execute(ResendInvitation, { id: user.id }),
    onSuccess: () => toast({ kind: "success", text: t`The invitation was sent to ${user.email}.` }),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  return (
    <>
      <PageHeader
        title={formatName(user)}
        text={
          <p className="flex flex-wrap items-center gap-2 text-sm break-all">
            {user.email}
            <Tag>{roleLabel(user.role)}</Tag>
            {!user.is_active && <Tag>{t`Inactive`}</Tag>}
            {user.is_invited && <Tag tone="accent">{t`Invited`}</Tag>}
          </p>
        }
      >
        {user.may_send_password_link && !user.is_invited && <PasswordLink user={user} />}
        {user.may_send_password_link && user.is_invited && (
          <Button kind="quiet" busy={invitation.isPending} onClick={() => invitation.mutate()}>
            {!invitation.isPending && <Mail size={16} aria-hidden />}
            {invitation.isPending ? t`Sending...` : t`Resend Invitation`}
          </Button>
        )}
        {user.may_reset_second_factor && <SecondFactorReset user={user} />}
        {user.may_edit && viewer.can("identity.manage") && <IdentityLinks user={user} />}
        {user.may_edit && (
          <ButtonLink to="/edituser/$id" params={{ id: user.id }}>
            <Pencil size={16} aria-hidden />
            {t`Edit User`}
          </ButtonLink>
        )}
      </PageHeader>
      <OwnFieldList values={user.fields} />
      <Tabs
        label={formatName(user)}
        value={tab}
        onChange={(next) =>
          void navigate({
            to: ".",
            search: next === "courses" ? {} : { tab: next as "groups" | "branches" | "data" },
            resetScroll: false,
          })
        }
        tabs={[
          { id: "courses", label: t`Courses`, content: <CoursesTab user={user} /> },
          { id: "groups", label: t`Groups`, content: <GroupsTab user={user} /> },
          { id: "branches", label: t`Branches`, content: <BranchesTab user={user} /> },
          ...(viewer.can("personal_data.manage") && user.may_edit
            ? [{ id: "data", label: t`Personal data`, content: <DataTab user={user} /> }]
            : []),
        ]}
      />
    </>
  );
}

function Loading() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`}>
      <Skeleton className="mb-6 h-10 w-72 max-w-full" />
      <Skeleton className="mb-6 h-10 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
