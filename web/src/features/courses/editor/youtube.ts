const hosts = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com)$/;
const videoPath = /^\/(?:embed|shorts|live|v)\/([^/]+)/;

/** Returns the id of the video in a YouTube address, with or without 'https://'; null when there is none. */
export function findYoutubeId(link: string): string | null {
  const text = link.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`);
  const id = url && /^https?:$/.test(url.protocol) ? candidate(url) : null;
  return id && /^[\w-]{11}$/.test(id) ? id : null;
}

function candidate({ hostname, pathname, searchParams }: URL) {
  if (/^(?:www\.)?youtu\.be$/.test(hostname)) return pathname.split("/")[1];
  if (!hosts.test(hostname)) return null;
  return /^\/watch\/?$/.test(pathname) ? searchParams.get("v") : videoPath.exec(pathname)?.[1];
}
