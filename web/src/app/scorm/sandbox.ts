/** Its own origin is kept, or the content would not find the API object: the frame is of another site than this page. */
export const sandbox =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-pointer-lock allow-presentation";
