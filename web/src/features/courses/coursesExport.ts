import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { exportTable } from "../../app/exportTable.ts";
import { execute } from "../../app/graphql.ts";
import type { SheetFormat } from "../../ui/table/ExportButtons.tsx";
import type { TableQuery } from "../../ui/table/tableQuery.ts";
import { CoursesPage } from "./courses.documents.ts";

/** The server's word for how a list is sorted: the column, with '-' in front for descending. */
export const sortArgument = ({ sort }: TableQuery) => sort && `${sort.direction === "desc" ? "-" : ""}${sort.key}`;

/** Offers every course of the current search, on all pages and in their order, as a file. */
export const exportCourses = (format: SheetFormat, query: TableQuery) =>
  exportTable(
    format,
    "courses",
    [msg`Title`, msg`Categories`, msg`Status`, msg`Price`, msg`Learners`, msg`Updated`].map((name) => i18n._(name)),
    async (window) =>
      (await execute(CoursesPage, { search: query.search, sort: sortArgument(query), ...window })).coursesPage,
    (row) => [
      row.title,
      row.categories.map(({ name }) => name).join("; "),
      i18n._(row.status === "published" ? msg`Published` : msg`Draft`),
      row.price,
      row.learners,
      row.updated_at.slice(0, 10),
    ],
  );
