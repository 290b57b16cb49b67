import type { ReactNode } from "react";

type Props = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Makes the title the heading of a page that has nothing else. */
  isPage?: boolean;
};

/** Renders an empty list or page: an illustration, a text, one action. */
export function Empty({ title, children, action, isPage = false }: Props) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className="grid place-items-center gap-1 px-6 py-14 text-center">
      <svg width="120" height="44" viewBox="0 0 120 44" aria-hidden className="mb-4 text-brand-text">
        <path
          d="M4 30C24 30 28 12 48 12s22 22 42 22c12 0 18-6 26-12"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray="2 5"
          strokeLinecap="round"
        />
        <circle cx="48" cy="12" r="5" fill="var(--surface)" stroke="currentColor" strokeWidth="2" />
        <circle cx="116" cy="22" r="3" fill="currentColor" />
      </svg>
      <Title className="font-display text-title leading-snug">{title}</Title>
      {children && <p className="text-muted">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
