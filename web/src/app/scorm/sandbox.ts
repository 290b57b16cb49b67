/**
 * The content keeps its own origin, because it needs to find the API object; its frame is of another site than this
 * page.
 */
export const sandbox =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-pointer-lock allow-presentation";
