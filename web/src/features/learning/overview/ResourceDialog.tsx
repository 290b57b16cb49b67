import { useLingui } from "@lingui/react/macro";
import { Dialog } from "../../../ui/Dialog.tsx";
import { FileView } from "../../../ui/file/FileView.tsx";
import type { Resource } from "./Resources.tsx";
import { isOffice, kindOf } from "./resources.ts";

type Props = { resource: Resource; open: boolean; onClose: () => void };

/** A resource over the page. */
export default function ResourceDialog({ resource, open, onClose }: Props) {
  return (
    <Dialog size="large" title={resource.name} open={open} onClose={onClose}>
      <div onContextMenu={(event) => event.preventDefault()}>
        <Viewer resource={resource} />
      </div>
    </Dialog>
  );
}

function Viewer({ resource: { name, file_path, type } }: { resource: Resource }) {
  const { t } = useLingui();
  if (isOffice(kindOf({ type }))) return <p>{t`The resource has been downloaded.`}</p>;
  return (
    <FileView src={file_path} type={type} name={name}>
      <iframe src={file_path} title={name} className="h-[70dvh] w-full rounded-ctl border border-line bg-white" />
    </FileView>
  );
}
