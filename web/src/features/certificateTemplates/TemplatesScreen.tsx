import { useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { DeletionDialog } from "../../app/DeletionDialog.tsx";
import { execute } from "../../app/graphql.ts";
import { useListTable } from "../../app/useListTable.ts";
import type { CertificateTemplatesQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { formatNumber, formatTableDate } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { DeleteButton, EditLink } from "../../app/RowActions.tsx";
import { CertificateTemplates, DeleteCertificateTemplate } from "./certificateTemplates.documents.ts";

type Row = CertificateTemplatesQuery["certificateTemplates"]["rows"][number];

/** Renders `/certificates/templates`: the designs of certificates that courses and learning paths can use. */
export function TemplatesScreen() {
  const { t } = useLingui();
  const [doomed, setDoomed] = useState<Row | null>(null);
  const columns = useColumns();
  const list = useListTable({
    queryKey: ["certificateTemplates"],
    load: async (page) => (await execute(CertificateTemplates, page)).certificateTemplates,
    failure: t`The templates could not be loaded.`,
    exported: { kind: "certificate-templates-list" },
  });
  const add = (
    <ButtonLink to="/certificates/templates/create">
      <Plus size={17} aria-hidden />
      {t`Add template`}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={t`Certificate templates`}>{add}</PageHeader>
      <DataTable
        {...list}
        label={t`Certificate templates`}
        columns={columns}
        searchLabel={t`Search templates`}
        rowHref={({ id }) => `/certificates/templates/${id}`}
        actions={(row) => (
          <>
            <EditLink name={row.name} to="/certificates/templates/$id" params={{ id: row.id }} />
            <DeleteButton name={row.name} onPress={() => setDoomed(row)} />
          </>
        )}
        empty={{
          title: t`No templates yet`,
          text: t`A template gives the certificates of a course or learning path your own design. Without one, they use the design of the product.`,
          action: add,
          noMatch: { title: t`No template found`, text: t`Try another search.` },
        }}
      />
      <DeletionDialog
        item={doomed}
        kind="certificate_template"
        remove={(id) => execute(DeleteCertificateTemplate, { id })}
        question={t`Are you sure you want to delete this template?`}
        onClose={() => setDoomed(null)}
      >
        <span className="mt-2 block">
          {t`Its courses and learning paths use the design of the product again. Certificates that were issued stay as they are.`}
        </span>
      </DeletionDialog>
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    { key: "name", header: t`Name`, sortable: true, cell: ({ name }) => name },
    {
      key: "courses",
      header: t`Courses`,
      align: "right",
      sortable: true,
      cell: ({ courses }) => formatNumber(courses),
    },
    {
      key: "paths",
      header: t`Learning paths`,
      align: "right",
      sortable: true,
      cell: ({ paths }) => formatNumber(paths),
    },
    { key: "issued", header: t`Issued`, align: "right", sortable: true, cell: ({ issued }) => formatNumber(issued) },
    { key: "changed", header: t`Changed`, sortable: true, cell: ({ updated_at }) => formatTableDate(updated_at) },
  ];
}
