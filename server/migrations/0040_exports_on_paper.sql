-- Tables of reports as PDF, beside CSV and Excel.
ALTER TABLE report_exports DROP CONSTRAINT report_exports_format_check;
ALTER TABLE report_exports ADD CONSTRAINT report_exports_format_check CHECK (format IN ('csv', 'xlsx', 'pdf'));
