import { useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { AwardedBadge } from "./AwardedBadge.tsx";
import { BadgeArt } from "./BadgeArt.tsx";
import { MyBadges } from "./certificates.documents.ts";
import { type MyCertificate, myCertificatesQuery } from "./myCertificates.ts";
import { DownloadButton } from "../../app/certificates/DownloadButton.tsx";
import { Points } from "./points/Points.tsx";
import { formatLongDate, isPastDay } from "../../ui/format.ts";

const myBadgesQuery = queryOptions({
  queryKey: ["myBadges"],
  queryFn: async () => (await execute(MyBadges)).myBadges,
  staleTime: 0,
});

/** Renders `/learner/badges`: the badges that the learner was awarded, and their certificates as badges (P49). */
export function BadgesScreen() {
  const { t } = useLingui();
  const certificates = useQuery(myCertificatesQuery);
  const awarded = useQuery(myBadgesQuery);

  return (
    <>
      <PageHeader title={t`My Badges`} />
      {content()}
      <Points />
    </>
  );

  function content() {
    const error = certificates.error ?? awarded.error;
    if (error && !(certificates.data && awarded.data))
      return (
        <ErrorState
          title={t`Your badges could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => {
            void certificates.refetch();
            void awarded.refetch();
          }}
        />
      );
    if (!certificates.data || !awarded.data)
      return (
        <div aria-busy className={grid}>
          {Array.from({ length: 3 }, (_, i) => (
            <Skeleton key={i} className="h-72 rounded-card" />
          ))}
        </div>
      );
    if (certificates.data.length + awarded.data.length === 0)
      return (
        <Empty
          title={t`No badges yet`}
          action={<ButtonLink to="/learner/courses">{t`My Courses`}</ButtonLink>}
        >{t`Complete a course and its badge is shown here.`}</Empty>
      );
    return (
      <ul className={grid}>
        {awarded.data.map((badge) => (
          <AwardedBadge key={badge.address} badge={badge} />
        ))}
        {certificates.data.map((certificate) => (
          <Badge key={`${certificate.course_id} ${certificate.path_id}`} certificate={certificate} />
        ))}
      </ul>
    );
  }
}

const grid = "grid gap-5 sm:grid-cols-2 xl:grid-cols-3";

function Badge({ certificate }: { certificate: MyCertificate }) {
  const { t } = useLingui();
  const title = certificate.title || t`Untitled Course`;
  const earned =
    certificate.completed_date && formatLongDate(certificate.completed_date.split("/").toReversed().join("-"));
  const isOver = certificate.expiry_date != null && isPastDay(certificate.expiry_date);
  const until = certificate.expiry_date && formatLongDate(certificate.expiry_date);
  return (
    <li className="flex flex-col items-center rounded-card border border-line bg-surface p-6 text-center wrap-anywhere">
      <BadgeArt seed={certificate.course_id ?? (certificate.path_id ?? 0) * 7 + 3} faded={isOver} />
      <h2 className="mt-4 font-display text-title leading-snug text-balance">{title}</h2>
      {earned && <p className="mt-1 text-small text-muted">{t`Earned on ${earned}`}</p>}
      {until && (
        <p className="mt-2 mb-4 text-small">
          <StatusDot tone={isOver ? "rest" : "ok"} label={isOver ? t`Expired on ${until}` : t`Valid until ${until}`} />
        </p>
      )}
      <div className="mt-auto">
        <DownloadButton of={{ ...certificate, title }} />
      </div>
    </li>
  );
}
