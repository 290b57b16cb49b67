import { useCallback, useState } from "react";

/**
 * Where the popup of a button or field is to be put: into the landmark that holds it, since people who go from landmark to
 * landmark do not find what stands beside all of them. `ref` is for the button or field, `portal` for the portal.
 */
export function useLandmark() {
  const [container, setContainer] = useState<HTMLElement | null | undefined>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    // A dialog is none of the page's landmarks, and cuts off what reaches over its edge: its popups stand in the body.
    if (element)
      setContainer(
        element.closest<HTMLElement>("main") ?? element.closest<HTMLElement>("header, nav, aside") ?? undefined,
      );
  }, []);
  // No box of its own, which would be one more cell in a landmark that is a grid.
  return { ref, portal: { container, className: "contents" } };
}
