import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { getMessage } from "../../../../app/errors.ts";
import { buttonClass } from "../../../../ui/buttonClass.ts";
import { Menu, MenuItem } from "../../../../ui/Menu.tsx";
import { saveFile } from "../../../../ui/saveFile.ts";
import { toast } from "../../../../ui/toast.ts";
import { toBlob } from "./questionFiles.ts";

type Format = "moodle_xml" | "qti_package";
type Written = { name: string; content: string; is_base64: boolean };

/** Renders a menu that saves questions as a file. @param write asks the server for the file */
export function ExportMenu({ write, isSmall }: { write: (format: Format) => Promise<Written>; isSmall?: boolean }) {
  const { t } = useLingui();
  const writing = useMutation({
    mutationFn: write,
    onSuccess: (file) => saveFile(file.name, toBlob(file)),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  return (
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
    </Menu>
  );
}
