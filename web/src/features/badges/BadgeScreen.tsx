import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Award, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { Loaded } from "../../app/Loaded.tsx";
import { useTitle } from "../../app/title.ts";
import { useIdInPath } from "../../app/useIdInPath.ts";
import type { BadgeQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { BadgeAwardList } from "./BadgeAwardList.tsx";
import { Badge } from "./badges.documents.ts";
import { DeleteBadgeDialog } from "./DeleteBadgeDialog.tsx";
import { GiveBadgeDialog } from "./GiveBadgeDialog.tsx";

/** Renders `/badges/{id}`: a badge, and who has it. */
export function BadgeScreen() {
  const { t } = useLingui();
  const id = Number(useIdInPath());
  const badge = useQuery({
    queryKey: ["badge", id],
    queryFn: async () => (await execute(Badge, { id })).badge,
    staleTime: 0,
  });
  useTitle(badge.data?.name);
  return (
    <>
      <BackLink to="/badges">{t`Back to badges`}</BackLink>
      <Loaded
        query={badge}
        shape="tabs"
        missing={t`There is no such badge.`}
        failure={t`The badge could not be loaded.`}
      >
        {(loaded) => <LoadedBadge badge={loaded} />}
      </Loaded>
    </>
  );
}

function LoadedBadge({ badge }: { badge: BadgeQuery["badge"] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"give" | "delete" | null>(null);
  const { id, name, criteria, picture_url, course_title, path_title, may_edit } = badge;
  const cause = course_title ?? path_title;
  return (
    <>
      <PageHeader title={name} text={cause === null || cause === undefined ? undefined : t`Awarded for: ${cause}`}>
        {may_edit && (
          <>
            <Button kind="quiet" onClick={() => setOpen("delete")}>
              <Trash2 size={16} aria-hidden />
              {t`Delete`}
            </Button>
            <ButtonLink kind="quiet" to="/badges/$id/edit" params={{ id }}>
              <Pencil size={16} aria-hidden />
              {t`Edit`}
            </ButtonLink>
          </>
        )}
        <Button onClick={() => setOpen("give")}>
          <Award size={16} aria-hidden />
          {t`Award badge`}
        </Button>
      </PageHeader>
      <div className="mb-8 flex flex-wrap items-start gap-5">
        {picture_url && <img src={picture_url} alt="" className="size-24 object-contain" />}
        <p className="max-w-prose min-w-0 flex-1 basis-60 whitespace-pre-line">{criteria}</p>
      </div>
      <BadgeAwardList id={id} />
      {open === "give" && <GiveBadgeDialog badge={badge} onClose={() => setOpen(null)} />}
      <DeleteBadgeDialog
        badge={open === "delete" ? badge : null}
        onClose={() => setOpen(null)}
        onDeleted={() => navigate({ to: "/badges" })}
      />
    </>
  );
}
