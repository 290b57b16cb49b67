import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FileDown } from "lucide-react";
import { getMessage } from "../../../../app/errors.ts";
import { buttonClass } from "../../../../ui/buttonClass.ts";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Menu, MenuItem } from "../../../../ui/Menu.tsx";
import { saveFile } from "../../../../ui/saveFile.ts";
import { toast } from "../../../../ui/toast.ts";
import { toBlob } from "./questionFiles.ts";

type Format = "moodle_xml" | "qti_package" | "csv" | "xlsx";
type LeftOut = { line: number; message: string };
type Written = { name: string; content: string; is_base64: boolean; written: number; left_out: LeftOut[] };

/** Renders a menu that saves questions as a file, and names those that the file cannot have. @param write asks the server for the file */
export function ExportMenu({ write, isSmall }: { write: (format: Format) => Promise<Written>; isSmall?: boolean }) {
  const { t } = useLingui();
  const [leftOut, setLeftOut] = useState<LeftOut[]>([]);
  const writing = useMutation({
    mutationFn: write,
    onSuccess: (file) => {
      if (file.written > 0) saveFile(file.name, toBlob(file));
      setLeftOut(file.left_out);
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  return (
    <>
      <Menu
        align="start"
        triggerClass={buttonClass(isSmall ? { kind: "ghost", size: "small" } : { kind: "quiet" })}
        trigger={
          <>
            <FileDown size={isSmall ? 15 : 16} aria-hidden />
            {writing.isPending ? t`Exporting...` : t`Export questions`}
          </>
        }
      >
        <MenuItem onPress={() => writing.mutate("moodle_xml")}>{t`Moodle XML`}</MenuItem>
        <MenuItem onPress={() => writing.mutate("qti_package")}>{t`QTI 3.0 package`}</MenuItem>
        <MenuItem onPress={() => writing.mutate("csv")}>{t`CSV`}</MenuItem>
        <MenuItem onPress={() => writing.mutate("xlsx")}>{t`Excel`}</MenuItem>
      </Menu>
      <Dialog open={leftOut.length > 0} onClose={() => setLeftOut([])} title={t`Questions that are not in the file`}>
        <ul className="grid gap-2">
          {leftOut.map(({ line, message }) => (
            <li key={line}>{message}</li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
