import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { loadTexts } from "../../../app/i18n.ts";
import { buttonClass } from "../../../ui/buttonClass.ts";
import { Card } from "../../../ui/Card.tsx";
import { lazyPart } from "../../../ui/lazyPart.tsx";
import type { Resource } from "./overviewQuery.ts";
import { groupResources, isDownloadable, kindLabels, shownAs } from "./resources.ts";

const ResourceDialog = lazyPart(
  async () => (await Promise.all([import("./ResourceDialog.tsx"), loadTexts("viewers")]))[0],
);

/** Lists the files of the course by group, with a view and, where allowed, a download button. */
export function Resources({ resources }: { resources: Resource[] }) {
  const { t, i18n } = useLingui();
  const [viewed, setViewed] = useState<Resource | null>(null);
  const [isOpen, setOpen] = useState(false);
  if (resources.length === 0) return null;

  return (
    <Card title={t`Resources`}>
      <div className="grid gap-6">
        {groupResources(resources, (kind) => i18n._(kindLabels[kind])).map((group) => (
          <section key={group.name} aria-label={group.name}>
            <h3 className="text-small font-medium text-muted">{group.name}</h3>
            <ul className="divide-y divide-line">
              {group.resources.map((resource) => (
                <Row key={resource.id} resource={resource} onView={() => view(resource)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {viewed && (
        <Suspense>
          <ResourceDialog resource={viewed} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );

  function view(resource: Resource) {
    setViewed(resource);
    setOpen(true);
  }
}

function Row({ resource, onView }: { resource: Resource; onView: () => void }) {
  const { t } = useLingui();
  const { name, file_path } = resource;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-40 text-sm">{name}</span>
      <a
        href={file_path}
        target="_blank"
        rel="noopener"
        aria-label={t`View Resource: ${name}`}
        className={buttonClass({ kind: "quiet", size: "small" })}
        onClick={(event) => {
          // Browsers download an office file that a link opens; the dialog says so.
          if (shownAs(resource)) event.preventDefault();
          onView();
        }}
      >
        {t`View Resource`}
      </a>
      {isDownloadable(resource) && (
        <a
          href={file_path}
          download={name}
          aria-label={t`Download ${name}`}
          className={buttonClass({ kind: "quiet", size: "small" })}
        >
          {t`Download`}
        </a>
      )}
    </li>
  );
}
