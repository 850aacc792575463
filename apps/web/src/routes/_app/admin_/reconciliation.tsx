import { createFileRoute } from '@tanstack/react-router'
import { readChosenDay } from '../../../books/chosen-day.ts'
import { loadReconciliation, ReconciliationPage } from '../../../books/reconciliation-page.tsx'

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
