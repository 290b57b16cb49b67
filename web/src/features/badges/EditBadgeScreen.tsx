import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { forEditing, Loaded } from "../../app/Loaded.tsx";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { BadgeForm } from "./BadgeForm.tsx";
import { Badge } from "./badges.documents.ts";

/** Renders `/badges/create`. */
export function CreateBadgeScreen() {
  const { t } = useLingui();
  return (
    <>
      <BackLink to="/badges">{t`Back to badges`}</BackLink>
      <PageHeader title={t`Add badge`} />
      <BadgeForm stored={null} />
    </>
  );
}

/** Renders `/badges/{id}/edit`. */
export function EditBadgeScreen() {
  const { t } = useLingui();
  const id = Number(useIdInPath());
  const badge = useQuery({
    queryKey: ["badgeToEdit", id],
    queryFn: async () => (await execute(Badge, { id })).badge,
    ...forEditing,
  });
  return (
    <>
      <BackLink to={`/badges/${id}`}>{t`Back to the badge`}</BackLink>
      <PageHeader title={t`Edit badge`} />
      <Loaded
        query={badge}
        shape="form"
        missing={t`There is no such badge.`}
        failure={t`The badge could not be loaded.`}
      >
        {(stored) => <BadgeForm key={stored.version} stored={stored} />}
      </Loaded>
    </>
  );
}
