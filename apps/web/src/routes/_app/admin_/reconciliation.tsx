import { createFileRoute } from '@tanstack/react-router'
import { loadReconciliation, ReconciliationPage } from '../../../books/reconciliation-page.tsx'
import { readChosenDay } from '../../../books/search.ts'

export const Route = createFileRoute('/_app/admin_/reconciliation')({
  // The address holds the day, so that it can be shared.
  validateSearch: readChosenDay,
  loader: loadReconciliation,
  component: ReconciliationRoute,
})

function ReconciliationRoute() {
  const { day } = readChosenDay(Route.useSearch())
  return <ReconciliationPage day={day} />
}
