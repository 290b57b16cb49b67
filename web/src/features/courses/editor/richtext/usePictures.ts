import type Quill from "quill";
import { useLingui } from "@lingui/react/macro";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import { toast } from "../../../../ui/toast.ts";
import { useEditorTools } from "../editorContext.ts";

export const pictureTypes = "image/png,image/jpeg,image/gif,image/webp";

let started = 0;

/**
 * Uploads pictures into a text. Each is inserted where it was dropped, wherever that has moved to meanwhile; publishing
 * waits for it, because the uploads are those of the editor.
 */
export function usePictures(quill: RefObject<Quill | null>) {
  const { t } = useLingui();
  const { uploads } = useEditorTools();
  const places = useRef(new Map<string, number>());
  const [keys, setKeys] = useState<string[]>([]);
  const all = useSyncExternalStore(uploads.subscribe, uploads.get);

  const forget = useCallback((key: string) => {
    places.current.delete(key);
    setKeys((former) => former.filter((each) => each !== key));
  }, []);

  const add = useCallback(
    (index: number, files: File[]) => {
      for (const file of files) {
        if (!pictureTypes.split(",").includes(file.type)) {
          const { name } = file;
          toast({ kind: "error", text: t`${name} is not a picture. Use PNG, JPEG, GIF or WebP.` });
          continue;
        }
        const key = `text/${++started}`;
        places.current.set(key, index);
        setKeys((former) => [...former, key]);
        uploads.start(key, "image", file, ({ url }) => {
          const at = places.current.get(key) ?? 0;
          forget(key);
          quill.current?.insertEmbed(at, "image", url, "user");
        });
      }
    },
    [forget, quill, t, uploads],
  );

  /** Moves the places of running uploads with the text. */
  const move = useCallback((delta: { transformPosition: (index: number) => number }) => {
    for (const [key, index] of places.current) places.current.set(key, delta.transformPosition(index));
  }, []);

  const lost = t`The pictures that were still being uploaded are not in the text, because you left it.`;
  useEffect(() => {
    const running = places.current;
    return () => {
      if ([...running.keys()].some((key) => uploads.isPending(key))) toast({ kind: "error", text: lost });
      for (const key of running.keys()) uploads.cancel(key);
      running.clear();
    };
    // Only when the text is left.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return {
    add,
    move,
    running: keys.flatMap((key) => {
      const upload = all.get(key);
      return upload ? [{ key, upload }] : [];
    }),
    retry: (key: string) => uploads.retry(key),
    cancel: (key: string) => {
      uploads.cancel(key);
      forget(key);
    },
  };
}
