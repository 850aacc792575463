import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../admin/frame/access.ts'
import { FIRST_ROWS } from '../../../books/statements/desk-section.tsx'
import { StatementsPage } from '../../../books/statements/statements-page.tsx'

export const Route = createFileRoute('/_app/admin_/statements')({
  staticData: { opensWith: 'admin.listStatementRows' },
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [
      admin.listStatementRows.prefetch(FIRST_ROWS),
      admin.listStatementMonths.prefetch(),
      admin.listStatementMappings.prefetch(),
    ]),
  component: StatementsPage,
})
