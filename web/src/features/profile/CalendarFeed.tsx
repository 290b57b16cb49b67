import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Confirm } from "../../ui/Confirm.tsx";
import { formatLongDate } from "../../ui/format.ts";
import { toast } from "../../ui/toast.ts";
import { CalendarFeed as CalendarFeedQuery, CreateCalendarFeed, DeleteCalendarFeed } from "./profile.documents.ts";

/** Renders the secret address by which a calendar program shows the user's due dates. */
export function CalendarFeed() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [address, setAddress] = useState<string | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["calendarFeed"],
    queryFn: () => execute(CalendarFeedQuery),
    staleTime: 0,
  });
  const refresh = () => client.invalidateQueries({ queryKey: ["calendarFeed"] });
  const creating = useMutation({
    mutationFn: async () => (await execute(CreateCalendarFeed)).createCalendarFeed,
    onSuccess: (created) => {
      setAddress(created);
      return refresh();
    },
    onError: (failure) => toast({ kind: "error", text: getMessage(failure) }),
  });
  const deleting = useMutation({
    mutationFn: () => execute(DeleteCalendarFeed),
    onSuccess: () => {
      setAddress(null);
      setDeleting(false);
      toast({ kind: "success", text: t`The calendar address was deleted.` });
      return refresh();
    },
  });
  const feed = data?.calendarFeed;
  const created = feed && formatLongDate(feed.created_at);

  return (
    <Card title={t`Calendar of due dates`} className="mt-6 max-w-xl">
      <p className="text-muted">
        {t`Subscribe to this address in your calendar program to see by when your courses are due. Anybody with the address can read them.`}
      </p>
      {error && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {getMessage(error)}
        </p>
      )}
      {address && (
        <div className="mt-4">
          <p className="mb-2 text-small text-muted">{t`Copy it now. It is not shown again.`}</p>
          <code className="block rounded-ctl bg-sunken p-3.5 text-sm break-all select-all">{address}</code>
          <Button kind="quiet" size="small" className="mt-2" onClick={() => void copy(address)}>
            <Copy size={16} aria-hidden />
            {t`Copy`}
          </Button>
        </div>
      )}
      {!address && created && <p className="mt-4 text-sm">{t`An address was created on ${created}.`}</p>}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button kind="quiet" busy={creating.isPending} disabled={!data} onClick={() => creating.mutate()}>
          {feed ? t`Create a new address` : t`Create an address`}
        </Button>
        {feed && (
          <Button kind="quiet" onClick={() => setDeleting(true)}>
            {t`Delete the address`}
          </Button>
        )}
      </div>
      {feed && <p className="mt-2 text-small text-muted">{t`A new address ends the former one.`}</p>}
      <Confirm
        open={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={() => deleting.mutate()}
        title={t`Delete the calendar address?`}
        confirm={t`Delete the address`}
        busy={deleting.isPending}
        error={deleting.error ? getMessage(deleting.error) : undefined}
      >
        {t`Calendar programs that use it show no due dates any more.`}
      </Confirm>
    </Card>
  );

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      toast({ kind: "success", text: t`The address was copied.` });
    } catch {
      // No clipboard on an insecure page: the address can be selected and copied manually.
      toast({ kind: "error", text: t`The address could not be copied. Select it and copy it yourself.` });
    }
  }
}
