import { useEffect, useMemo } from "react";

/** `file` is newly chosen; `isRemoved` removes the existing image. */
export type ImageChoice = { file: File | null; isRemoved: boolean };

/** Returns the address of the image that a form would store: the chosen file, else the existing one unless it is removed. */
export function useImageAddress({ file, isRemoved }: ImageChoice, current: string | null | undefined): string | null {
  const chosen = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen]);
  return chosen ?? (isRemoved ? null : (current ?? null));
}
