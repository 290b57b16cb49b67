import { Card } from "../../ui/Card.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

/** Reserves the space of a form. */
export function FormSkeleton() {
  return (
    <Card className="max-w-2xl">
      <div className="grid gap-6">
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} className="h-11 w-full" />
        ))}
      </div>
    </Card>
  );
}
