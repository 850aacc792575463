import { createFileRoute } from '@tanstack/react-router'
import { loadStatements, StatementsPage } from '../../../books/statements/statements-page.tsx'

export const Route = createFileRoute('/_app/admin_/statements')({
  loader: loadStatements,
  component: StatementsPage,
})
