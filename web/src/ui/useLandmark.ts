import { useCallback, useState } from "react";

/**
 * Finds the landmark for the popup of a button or field, because users who navigate by landmarks do not find what is
 * outside all of them. `ref` is for the button or field, `portal` for the portal.
 */
export function useLandmark() {
  const [container, setContainer] = useState<HTMLElement | null | undefined>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    // A dialog is not one of the page's landmarks and clips its content, so its popups are in the body.
    if (element)
      setContainer(
        element.closest<HTMLElement>("main") ?? element.closest<HTMLElement>("header, nav, aside") ?? undefined,
      );
  }, []);
  // Without a box of its own, which would be another cell in a grid.
  return { ref, portal: { container, className: "contents" } };
}
