/**
 * Returns the player's address for a YouTube link, on the host that sets no cookies before playing; null for another
 * link.
 */
export function youtubePlayer(link: string | null | undefined): string | null {
  const id =
    /[?&]v=([^&#]+)/.exec(link ?? "")?.[1] ?? /(?:youtu\.be|\/embed|\/shorts)\/([^?&#/]+)/.exec(link ?? "")?.[1];
  return id && /^[\w-]{6,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : null;
}
