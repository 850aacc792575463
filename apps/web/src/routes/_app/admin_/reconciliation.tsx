import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../app/load.ts'
import { readChosenDay } from '../../../books/chosen-day.ts'
import { FIRST_DAYS } from '../../../books/days-section.tsx'
import { ReconciliationPage } from '../../../books/reconciliation-page.tsx'

export const Route = createFileRoute('/_app/admin_/reconciliation')({
  // The address holds the day, so that it can be handed on.
  validateSearch: readChosenDay,
  loader: (context) =>
    loadForStaff(context, ({ admin }) => [
      admin.listReconciliations.prefetch(FIRST_DAYS),
      admin.listTaxMonths.prefetch(),
    ]),
  component: ReconciliationRoute,
})

function ReconciliationRoute() {
  const { day } = readChosenDay(Route.useSearch())
  return <ReconciliationPage day={day} />
}
