import { useRouter } from "../router/index.ts";
import { useViewer } from "./session.ts";

/** A link that shows when the viewer has the permission it names. */
export type GuardedLink = { to: string; can: string };

/** Whether an address leads to a screen; links that would not are left out. */
export function useScreenExists(): (path: string) => boolean {
  const router = useRouter();
  return (path) => router.has(path);
}

/** The links of a list that the viewer may follow and that lead somewhere. */
export function useOpenLinks<Link extends GuardedLink>(links: readonly Link[]): Link[] {
  const viewer = useViewer();
  const exists = useScreenExists();
  return links.filter(({ to, can }) => viewer.can(can) && exists(to));
}
