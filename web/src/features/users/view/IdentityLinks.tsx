import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Unlink } from "lucide-react";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Confirm } from "../../../ui/Confirm.tsx";
import { toast } from "../../../ui/toast.ts";
import { IdentityLinks as LinksQuery, UnlinkIdentity } from "../users.documents.ts";

/** Shows a button for each identity provider of a user, which unlinks the user from it after a confirmation. */
export function IdentityLinks({ user }: { user: { id: number; email: string } }) {
  const links = useQuery({
    queryKey: ["identityLinks", user.id],
    queryFn: async () => (await execute(LinksQuery, { user_id: user.id })).identityLinks,
  });
  return links.data?.map((link) => <UnlinkButton key={link.provider_id} user={user} link={link} />);
}

type Props = { user: { id: number; email: string }; link: { provider_id: number; provider_name: string } };

function UnlinkButton({ user: { id, email }, link: { provider_id, provider_name: name } }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const unlinking = useMutation({
    mutationFn: () => execute(UnlinkIdentity, { user_id: id, provider_id }),
    onSuccess: () => {
      setAsking(false);
      toast({ kind: "success", text: t`${email} is not linked to ${name} any more.` });
      return client.invalidateQueries();
    },
  });
  const close = () => {
    unlinking.reset();
    setAsking(false);
  };
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        <Unlink size={16} aria-hidden />
        {t`Unlink from ${name}`}
      </Button>
      <Confirm
        open={isAsking}
        onClose={close}
        onConfirm={() => unlinking.mutate()}
        title={t`Unlink from ${name}?`}
        confirm={t`Unlink`}
        busy={unlinking.isPending}
        error={unlinking.error ? getMessage(unlinking.error) : undefined}
      >
        {t`${email} is signed out where they signed in with ${name}, and gets a mail. The next person who signs in there with this verified email is linked to the account again.`}
      </Confirm>
    </>
  );
}
