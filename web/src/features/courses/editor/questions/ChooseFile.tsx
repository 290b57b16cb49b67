import { ImagePlus, Volume2 } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { acceptedTypes, type FileKind, nameAdding, useUploadOfQuestion } from "./questionUpload.ts";

type Props = {
  kind: FileKind;
  /** Names the button for screen readers, as 'Add picture to option 2'. */
  label: string;
  onDone: (address: string) => void;
  /** Shows the symbol only. */
  compact?: boolean;
};

/** Chooses a file and sends it at once. */
export function ChooseFile({ kind, label, onDone, compact = false }: Props) {
  const { send } = useUploadOfQuestion();
  const input = useRef<HTMLInputElement>(null);
  const Icon = kind === "image" ? ImagePlus : Volume2;
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={acceptedTypes(kind)}
        aria-label={label}
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file) send(kind, file, onDone);
        }}
      />
      <Button
        kind={compact ? "ghost" : "quiet"}
        size={compact ? "icon" : "small"}
        aria-label={label}
        onClick={() => input.current?.click()}
      >
        <Icon size={16} aria-hidden />
        {!compact && nameAdding(kind)}
      </Button>
    </>
  );
}
