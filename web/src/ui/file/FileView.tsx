import { Suspense, type ReactNode } from "react";
import { lazyPart } from "../lazyPart.tsx";
import { Skeleton } from "../Skeleton.tsx";
import { fileKind } from "./fileKind.ts";
import { ImageView } from "./ImageView.tsx";
import { MediaView } from "./MediaView.tsx";
import { TextView } from "./TextView.tsx";

const PdfView = lazyPart(async () => ({ default: (await import("./PdfView.tsx")).PdfView }));

type Props = {
  src: string;
  /** The media type, as the server found it in the content. */
  type: string | null | undefined;
  name: string;
  /** Shown for a file that cannot be shown. */
  children?: ReactNode;
};

/** Shows a file in the page: image, video, audio, PDF or plain text. */
export function FileView({ src, type, name, children }: Props) {
  const kind = fileKind(type);
  switch (kind) {
    case "image":
      return <ImageView src={src} name={name} />;
    case "video":
    case "audio":
      return <MediaView kind={kind} src={src} title={name} />;
    case "pdf":
      return (
        <Suspense fallback={<Skeleton className="h-[60dvh] rounded-card" />}>
          <PdfView key={src} src={src} title={name} />
        </Suspense>
      );
    case "text":
      return <TextView key={src} src={src} title={name} />;
    case null:
      return children;
  }
}
