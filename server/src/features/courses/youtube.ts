const HOSTS = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com)$/;
const VIDEO_PATH = /^\/(?:embed|shorts|live|v)\/([^/]+)/;
const VIDEO_ID = /^[\w-]{11}$/;

/** Returns the id of the video in a YouTube address, with or without 'https://'; null when there is none. */
export function findYoutubeId(link: string): string | null {
  const url = parseUrl(link.trim());
  const id = url && candidate(url);
  return id && VIDEO_ID.test(id) ? id : null;
}

function parseUrl(link: string): URL | null {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(link) ? link : `https://${link}`);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

function candidate({ hostname, pathname, searchParams }: URL): string | null | undefined {
  if (hostname === "youtu.be" || hostname === "www.youtu.be") return pathname.split("/")[1];
  if (!HOSTS.test(hostname)) return null;
  return pathname === "/watch" || pathname === "/watch/" ? searchParams.get("v") : VIDEO_PATH.exec(pathname)?.[1];
}
