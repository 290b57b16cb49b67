import { Popover } from "@base-ui/react/popover";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { linkTo } from "../../ui/linkTo.ts";
import { MarkNotificationsRead } from "./notifications.documents.ts";
import { menuCountsQuery } from "../../app/menuCounts.ts";
import { notificationsQuery, type Notification } from "./notificationsQuery.ts";
import { notificationPath, notificationText } from "./notificationTexts.ts";
import { formatDateTime } from "../../ui/format.ts";

/** Renders the list of the bell: the latest notifications as links; following one marks it as read. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(notificationsQuery);
  const read = useMarkRead();

  return (
    <>
      <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
        <Popover.Title className="font-display text-title leading-snug">{t`Notifications`}</Popover.Title>
        {data && data.unread > 0 && (
          <Button kind="ghost" size="small" busy={read.isPending} onClick={() => read.mutate(null)}>
            {t`Mark all as read`}
          </Button>
        )}
      </div>
      {read.error && (
        <p role="alert" className="border-b border-line px-4 py-2 text-sm text-danger">
          {getMessage(read.error)}
        </p>
      )}
      <div className="min-h-0 overflow-y-auto">{content()}</div>
    </>
  );

  function content() {
    if (!data && error)
      return (
        <ErrorState
          title={t`Your notifications could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      );
    if (!data)
      return (
        <div aria-busy className="grid gap-3 p-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      );
    if (data.rows.length === 0) return <Empty title={t`No notifications yet.`} />;
    return (
      <ul className="divide-y divide-line">
        {data.rows.map((row) => (
          <Row
            key={row.id}
            notification={row}
            onFollow={() => {
              if (!row.is_read) read.mutate([row.id]);
              onLeave();
            }}
          />
        ))}
      </ul>
    );
  }
}

function Row({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const { t } = useLingui();
  const { is_read, created_at } = notification;
  const when = formatDateTime(created_at);
  return (
    <li>
      <Link
        {...linkTo(notificationPath(notification))}
        onClick={onFollow}
        className="flex gap-3 px-4 py-3 text-sm hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <span
          aria-hidden
          className={`mt-1.5 size-2 shrink-0 rounded-full ${is_read ? "border border-line-strong" : "bg-brand"}`}
        />
        <span className="min-w-0">
          <span className={`block ${is_read ? "" : "font-semibold"}`}>
            {!is_read && <span className="sr-only">{t`Unread:`} </span>}
            {notificationText(notification)}
          </span>
          <time dateTime={created_at} className="mt-0.5 block text-small text-muted">
            {when}
          </time>
        </span>
      </Link>
    </li>
  );
}

/** Marks some notifications or all; the list changes immediately and follows the server's response. */
function useMarkRead() {
  const client = useQueryClient();
  const { queryKey } = notificationsQuery;
  const { queryKey: ofBell } = menuCountsQuery;
  return useMutation({
    mutationFn: (ids: number[] | null) => execute(MarkNotificationsRead, { ids }),
    onMutate: async (ids) => {
      await Promise.all([client.cancelQueries({ queryKey }), client.cancelQueries({ queryKey: ofBell })]);
      const now = client.getQueryData(queryKey);
      if (!now) return;
      const isMarked = ({ id, is_read }: Notification) => !is_read && (ids === null || ids.includes(id));
      const unread = ids === null ? 0 : now.unread - now.rows.filter(isMarked).length;
      const rows = now.rows.map((row) => (isMarked(row) ? { ...row, is_read: true } : row));
      client.setQueryData(queryKey, { unread, rows });
      client.setQueryData(ofBell, (counts) => counts && { ...counts, unread_notifications: unread });
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey }), client.invalidateQueries({ queryKey: ofBell })]),
  });
}
