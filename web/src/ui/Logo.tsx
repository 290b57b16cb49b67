/** Renders the product's mark: a path with a knot. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="shrink-0">
      <rect width="32" height="32" rx="9" fill="var(--brand)" />
      <path
        d="M7 21c5 0 5-10 10-10s4 6 8 6"
        fill="none"
        stroke="var(--on-brand)"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <circle cx="25" cy="17" r="2.6" fill="var(--accent)" stroke="var(--on-brand)" strokeWidth="1.4" />
    </svg>
  );
}
