import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { BranchRemoval } from "./branches.documents.ts";

type Props = { branchId: number; userId?: number };

/** Says how many users lose their only access and are signed out; nothing for none. */
export function AccessNote({ branchId, userId }: Props) {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: ["branchRemoval", branchId, userId],
    queryFn: async () =>
      (await execute(BranchRemoval, { branch_id: branchId, ...(userId !== undefined && { user_id: userId }) }))
        .branchRemoval,
    staleTime: 0,
  });
  if (!data?.loses_access) return null;
  return (
    <span className="mt-3 block text-sm font-medium text-ink">
      {userId === undefined
        ? plural(data.loses_access, {
            one: "# person has no other way to sign in and will lose access.",
            other: "# people have no other way to sign in and will lose access.",
          })
        : t`This branch is their only way to sign in: they will lose access.`}
    </span>
  );
}
