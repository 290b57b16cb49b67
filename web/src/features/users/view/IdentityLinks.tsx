import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Unlink } from "lucide-react";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { buttonClass } from "../../../ui/buttonClass.ts";
import { Confirm } from "../../../ui/Confirm.tsx";
import { Menu, MenuItem } from "../../../ui/Menu.tsx";
import { toast } from "../../../ui/toast.ts";
import { IdentityLinks as LinksQuery, UnlinkIdentity } from "../users.documents.ts";

/** Shows a button that unlinks a user from an identity provider after a confirmation, or a menu of several. */
export function IdentityLinks({ user }: { user: { id: number; email: string } }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Link>();
  const { data: links = [] } = useQuery({
    queryKey: ["identityLinks", user.id],
    queryFn: async () => (await execute(LinksQuery, { user_id: user.id })).identityLinks,
  });
  const [first, ...others] = links;
  const name = first?.provider_name;
  return (
    <>
      {first && others.length === 0 && (
        <Button kind="quiet" onClick={() => setAsked(first)}>
          <Unlink size={16} aria-hidden />
          {t`Unlink from ${name}`}
        </Button>
      )}
      {others.length > 0 && (
        <Menu
          triggerClass={buttonClass({ kind: "quiet" })}
          trigger={
            <>
              <Unlink size={16} aria-hidden />
              {t`Unlink from a provider`}
            </>
          }
        >
          {links.map((link) => (
            <MenuItem key={link.provider_id} onPress={() => setAsked(link)}>
              <span className="min-w-0">{link.provider_name}</span>
            </MenuItem>
          ))}
        </Menu>
      )}
      {asked && <UnlinkDialog key={asked.provider_id} user={user} link={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

type Link = { provider_id: number; provider_name: string };
type Props = { user: { id: number; email: string }; link: Link; onClose: () => void };

function UnlinkDialog({ user: { id, email }, link: { provider_id, provider_name: name }, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const unlinking = useMutation({
    mutationFn: () => execute(UnlinkIdentity, { user_id: id, provider_id }),
    onSuccess: () => {
      onClose();
      toast({ kind: "success", text: t`${email} is not linked to ${name} any more.` });
      return client.invalidateQueries();
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => unlinking.mutate()}
      title={t`Unlink from ${name}?`}
      confirm={t`Unlink`}
      busy={unlinking.isPending}
      error={unlinking.error ? getMessage(unlinking.error) : undefined}
    >
      {t`${email} is signed out where they signed in with ${name}, and gets a mail. The next person who signs in there with this verified email is linked to the account again.`}
    </Confirm>
  );
}
