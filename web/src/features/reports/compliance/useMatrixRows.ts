import { useQueries, useQuery } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import type { TrainingMatrixQuery } from "../../../gen/graphql.ts";
import { PathMatrix, TrainingMatrix } from "./compliance.documents.ts";

export type MatrixFilters = {
  branchUrls: string[] | null;
  group_ids: number[] | null;
  category_id: number | null;
  from: string | null;
  to: string | null;
  search: string;
  state: string | null;
  sort: string | null;
};

/** What the columns of the matrix are. */
export type MatrixOf = "courses" | "paths";

export type MatrixPerson = TrainingMatrixQuery["trainingMatrix"]["people"]["rows"][number];
export type MatrixCourse = NonNullable<TrainingMatrixQuery["trainingMatrix"]["courses"]>[number];

/** People are loaded in blocks of this many. */
const BLOCK = 40;

/** Finds the block of a row. */
export const toBlock = (row: number): number => Math.floor(row / BLOCK);

/**
 * Loads the courses or learning paths with the first block of people, and further blocks when rows of them come into sight.
 * @param first the block of the first row in sight, and of the last
 */
export function useMatrixRows(of: MatrixOf, filters: MatrixFilters, [first, last]: readonly [number, number]) {
  const load = async (block: number) => {
    const variables = { ...filters, limit: BLOCK, offset: block * BLOCK };
    return of === "courses"
      ? (await execute(TrainingMatrix, { ...variables, hasCourses: block === 0 })).trainingMatrix
      : loadPaths({ ...variables, hasPaths: block === 0 });
  };
  const head = useQuery({
    queryKey: ["trainingMatrix", of, filters, 0],
    queryFn: () => load(0),
    // Ids of courses must not be taken for those of paths.
    placeholderData: (former, query) => (query?.queryKey[1] === of ? former : undefined),
  });
  const total = head.data?.people.total ?? 0;
  const wanted = range(Math.max(1, first), Math.min(last, toBlock(total - 1)));
  const others = useQueries({
    queries: wanted.map((block) => ({
      queryKey: ["trainingMatrix", of, filters, block],
      queryFn: () => load(block),
      enabled: !head.isPlaceholderData,
    })),
  });
  const failed = others.find(({ error }) => error);

  return {
    head,
    total,
    failed,
    findRow: (index: number): MatrixPerson | undefined => {
      const block = toBlock(index);
      const found = block === 0 ? head.data : others[wanted.indexOf(block)]?.data;
      return found?.people.rows[index % BLOCK];
    },
  };
}

/** Loads learning paths in the shape of courses, so that one grid shows both. */
async function loadPaths(variables: MatrixFilters & { limit: number; offset: number; hasPaths: boolean }) {
  const { paths, path_people } = (await execute(PathMatrix, variables)).trainingMatrix;
  const rows = path_people.rows.map((person) => ({
    ...person,
    cells: person.cells.map(({ pathId, ...cell }) => ({ ...cell, courseId: pathId })),
  }));
  return { courses: paths, people: { ...path_people, rows } };
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
