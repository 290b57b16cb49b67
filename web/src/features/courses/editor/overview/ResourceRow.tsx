import { useLingui } from "@lingui/react/macro";
import { Paperclip, Plus, X } from "lucide-react";
import { useViewer } from "../../../../app/session.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Checkbox } from "../../../../ui/Checkbox.tsx";
import { Select } from "../../../../ui/Select.tsx";
import { UploadProgress } from "../../../../ui/UploadBox.tsx";
import { canBeDownloaded, type Resource } from "../resource.ts";
import { useEditor, useUpload } from "../editorContext.ts";

type Props = { resource: Resource; categories: { id: number; name: string }[]; onNewCategory: () => void };

/** Shows a file of the course with its upload, name and category. */
export function ResourceRow({ resource, categories, onNewCategory }: Props) {
  const { t } = useLingui();
  const { dispatch, uploads } = useEditor();
  const upload = useUpload(resource.key);
  const mayAddCategory = useViewer().can("resource_category.create");
  const { key, name } = resource;
  const change = (part: Partial<Omit<Resource, "key" | "id">>) => dispatch({ do: "changeResource", key, change: part });
  const mayDownload = canBeDownloaded(resource);
  const isLost = !upload && resource.file_path === null;

  return (
    <li aria-label={name} className="grid gap-3 px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <Paperclip size={16} aria-hidden className="shrink-0 text-muted" />
        {upload?.status === "sending" || upload?.status === "paused" ? (
          <UploadProgress name={name} part={upload.part} />
        ) : (
          <span className="min-w-0 flex-1 basis-40 font-medium">{name}</span>
        )}
        {upload?.status === "failed" && (
          <Button kind="quiet" size="small" onClick={() => uploads.retry(key)}>
            {t`Try again`}
          </Button>
        )}
        {upload?.status === "sending" && uploads.canPause(key) && (
          <Button kind="quiet" size="small" onClick={() => uploads.pause(key)}>
            {t`Pause`}
          </Button>
        )}
        {upload?.status === "paused" && (
          <Button kind="quiet" size="small" onClick={() => uploads.retry(key)}>
            {t`Resume`}
          </Button>
        )}
        {upload?.status === "sending" || upload?.status === "paused" ? (
          <Button kind="quiet" size="small" onClick={remove}>
            {t`Cancel`}
          </Button>
        ) : (
          <Button kind="ghost" size="icon" aria-label={t`Remove ${name}`} onClick={remove}>
            <X size={15} aria-hidden />
          </Button>
        )}
      </div>
      {(upload?.status === "failed" || isLost) && (
        <p role="alert" className="text-small text-danger">
          {upload?.status === "failed"
            ? upload.message
            : t`The upload was interrupted. Remove it, and choose the file again.`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Checkbox
          label={t`Downloadable`}
          checked={resource.is_downloadable && mayDownload}
          disabled={!mayDownload}
          hint={mayDownload ? undefined : t`Learners view this file. Files of this type are not offered as downloads.`}
          onChange={(event) => change({ is_downloadable: event.target.checked })}
        />
        <span className="flex min-w-0 flex-wrap items-center gap-1">
          <Select
            compact
            className="max-w-full"
            label={t`Category of ${name}`}
            value={resource.category_id === null ? "" : String(resource.category_id)}
            onChange={(event) => change({ category_id: event.target.value ? Number(event.target.value) : null })}
            options={[
              { value: "", label: t`No category` },
              ...categories.map((category) => ({ value: String(category.id), label: category.name })),
            ]}
          />
          {mayAddCategory && (
            <Button kind="ghost" size="small" onClick={onNewCategory}>
              <Plus size={15} aria-hidden />
              {t`New category`}
            </Button>
          )}
        </span>
      </div>
    </li>
  );

  function remove() {
    uploads.cancel(key);
    dispatch({ do: "deleteResource", key });
  }
}
