import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useIdInPath, useSearch } from "../../../router/index.ts";
import { KeyRound, Mail, Pencil } from "lucide-react";
import { messageOf } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { roleLabel } from "../../../app/roles.ts";
import { useViewer } from "../../../app/session.ts";
import { useTitle } from "../../../app/title.ts";
import type { UserViewQuery } from "../../../gen/graphql.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { toast } from "../../../ui/toast.ts";
import { ResendInvitation, SendPasswordLink, UserView } from "../users.documents.ts";
import { nameOf } from "../usersTable.tsx";
import { BranchesTab } from "./BranchesTab.tsx";
import { CoursesTab } from "./CoursesTab.tsx";
import { GroupsTab } from "./GroupsTab.tsx";

export type ViewedUser = UserViewQuery["user"];

/** `/user/{id}`: one person with their courses, groups and branches. */
export function ViewUserScreen() {
  const { t } = useLingui();
  const id = useIdInPath();
  const userId = Number(id);
  const { data, error, refetch } = useQuery({
    queryKey: ["userView", userId],
    queryFn: async () => (await execute(UserView, { id: userId })).user,
    staleTime: 0,
  });
  useTitle(data && nameOf(data));

  return (
    <>
      <BackLink to="/users">{t`Back to users`}</BackLink>
      {data ? (
        <Loaded user={data} />
      ) : error ? (
        <ErrorState title={t`The user could not be loaded.`} detail={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </>
  );
}

function Loaded({ user }: { user: ViewedUser }) {
  const { t } = useLingui();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { tab = "courses" }: { tab?: "courses" | "groups" | "branches" } = useSearch();
  const invitation = useMutation({
    mutationFn: () => execute(ResendInvitation, { id: user.id }),
    onSuccess: () => toast({ kind: "success", text: t`The invitation was sent to ${user.email}.` }),
    onError: (error) => toast({ kind: "error", text: messageOf(error) }),
  });
  const passwordLink = useMutation({
    mutationFn: () => execute(SendPasswordLink, { id: user.id }),
    onSuccess: () => toast({ kind: "success", text: t`A link to set a new password was sent to ${user.email}.` }),
    onError: (error) => toast({ kind: "error", text: messageOf(error) }),
  });
  return (
    <>
      <PageHeader title={nameOf(user)}>
        {user.may_edit &&
          viewer.can("user.send_password_link") &&
          !user.is_invited &&
          user.is_active &&
          user.id !== viewer.id && (
            <Button kind="quiet" busy={passwordLink.isPending} onClick={() => passwordLink.mutate()}>
              {!passwordLink.isPending && <KeyRound size={16} aria-hidden />}
              {passwordLink.isPending ? t`Sending...` : t`Send Password Link`}
            </Button>
          )}
        {user.may_edit && user.is_invited && user.is_active && (
          <Button kind="quiet" busy={invitation.isPending} onClick={() => invitation.mutate()}>
            {!invitation.isPending && <Mail size={16} aria-hidden />}
            {invitation.isPending ? t`Sending...` : t`Resend Invitation`}
          </Button>
        )}
        {user.may_edit && (
          <ButtonLink to="/edituser/$id" params={{ id: user.id }}>
            <Pencil size={16} aria-hidden />
            {t`Edit User`}
          </ButtonLink>
        )}
      </PageHeader>
      <p className="-mt-4 mb-6 flex flex-wrap items-center gap-2 text-sm break-all text-muted">
        {user.email}
        <Tag>{roleLabel(user.role)}</Tag>
        {!user.is_active && <Tag>{t`Inactive`}</Tag>}
        {user.is_invited && <Tag tone="accent">{t`Invited`}</Tag>}
      </p>
      <Tabs
        label={nameOf(user)}
        value={tab}
        onChange={(next) =>
          void navigate({
            to: ".",
            search: next === "courses" ? {} : { tab: next as "groups" | "branches" },
            resetScroll: false,
          })
        }
        tabs={[
          { id: "courses", label: t`Courses`, content: <CoursesTab user={user} /> },
          { id: "groups", label: t`Groups`, content: <GroupsTab user={user} /> },
          { id: "branches", label: t`Branches`, content: <BranchesTab user={user} /> },
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
