import { Skeleton } from "../../../ui/Skeleton.tsx";
import { cardGrid } from "../../../app/CourseCard.tsx";

export function CardSkeletons() {
  return (
    <div aria-busy className={cardGrid}>
      {Array.from({ length: 6 }, (_, i) => (
        <Skeleton key={i} className="h-80 rounded-card" />
      ))}
    </div>
  );
}
