import { createFileRoute } from '@tanstack/react-router'
import { FIRST_ROWS } from '../../../books/statements/desk-section.tsx'
import { StatementsPage } from '../../../books/statements/statements-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

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
