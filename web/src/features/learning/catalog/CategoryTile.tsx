import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../router/index.ts";

type Props = { category: { id: number; name: string; image?: string | null } };

/** A category to walk into. */
export function CategoryTile({ category: { id, name, image } }: Props) {
  const { t } = useLingui();
  return (
    <li>
      <Link
        to="/learner/course-catalog"
        search={{ category: id }}
        className="group flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-line-strong"
      >
        {image && <img src={image} alt="" loading="lazy" className="aspect-[320/120] w-full object-cover" />}
        <span className="flex flex-1 flex-col gap-3 p-6">
          <span className="font-display text-2xl leading-tight text-balance">{name}</span>
          <span className="mt-auto text-sm font-medium text-brand-text underline-offset-4 group-hover:underline">
            {t`Browse Courses →`}
          </span>
        </span>
      </Link>
    </li>
  );
}
