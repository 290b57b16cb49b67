/**
 * Follows the windows that content opens, so that they close with its session. Content may hide one from this page; the
 * server ends the session's token anyway.
 */
export function followPopups() {
  const opened = new Set<Window>();
  const followed = new WeakSet<Window>();

  function follow(content: Window): void {
    try {
      if (!followed.has(content)) {
        followed.add(content);
        const open = content.open.bind(content);
        content.open = (...given) => {
          const popup = open(...given);
          if (popup) opened.add(popup);
          return popup;
        };
      }
      for (let index = 0; index < content.frames.length; index++) follow(content.frames[index]!);
    } catch {
      // A page of another origin.
    }
  }

  return {
    follow,
    closeAll: () => {
      for (const popup of opened) popup.close();
      opened.clear();
    },
  };
}
