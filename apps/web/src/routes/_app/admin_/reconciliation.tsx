import { createFileRoute } from '@tanstack/react-router'
import { readChosenDay } from '../../../app/page-search.ts'
import { FIRST_DAYS, ReconciliationPage } from '../../../books/reconciliation-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/reconciliation')({
  staticData: { opensWith: 'admin.listReconciliations' },
  // The address holds the day, so that it can be shared.
  validateSearch: readChosenDay,
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [
      admin.listReconciliations.prefetch(FIRST_DAYS),
      admin.listTaxMonths.prefetch(),
    ]),
  component: ReconciliationRoute,
})

function ReconciliationRoute() {
  const { day } = readChosenDay(Route.useSearch())
  return <ReconciliationPage day={day} />
}
