import { useLingui } from "@lingui/react/macro";
import { Dialog } from "../../../ui/Dialog.tsx";
import { FileView } from "../../../ui/file/FileView.tsx";
import type { Resource } from "./overviewQuery.ts";
import { shownAs } from "./resources.ts";

type Props = { resource: Resource; open: boolean; onClose: () => void };

/** Shows a resource in a dialog. */
export default function ResourceDialog({ resource, open, onClose }: Props) {
  return (
    <Dialog size="large" title={resource.name} open={open} onClose={onClose}>
      <div onContextMenu={(event) => event.preventDefault()}>
        <Viewer resource={resource} />
      </div>
    </Dialog>
  );
}

function Viewer({ resource }: { resource: Resource }) {
  const { t } = useLingui();
  const shown = shownAs(resource);
  if (!shown) return <p>{t`The resource has been downloaded.`}</p>;
  const { name } = resource;
  return (
    <FileView src={shown.src} type={shown.type} name={name}>
      <iframe src={shown.src} title={name} className="h-[70dvh] w-full rounded-ctl border border-line bg-white" />
    </FileView>
  );
}
