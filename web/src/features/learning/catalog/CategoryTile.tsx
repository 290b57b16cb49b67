import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

type Props = { category: { id: number; name: string; image?: string | null } };

/** Links to a category. */
export function CategoryTile({ category: { id, name, image } }: Props) {
  const { t } = useLingui();
  return (
    <li className="max-w-full shrink-0 wrap-anywhere">
      <Link
        to="/learner/course-catalog"
        search={{ category: id }}
        className="group flex h-full items-stretch overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-line-strong"
      >
        {image && <img src={image} alt="" loading="lazy" className="w-20 object-cover" />}
        <span className="flex flex-1 flex-col gap-1 px-5 py-3.5">
          <span className="font-display text-title leading-tight">{name}</span>
          <span className="mt-auto text-sm font-medium text-brand-text underline-offset-4 group-hover:underline">
            {t`Browse Courses →`}
          </span>
        </span>
      </Link>
    </li>
  );
}
