import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../admin/frame/access.ts'
import { FIRST_DAYS, ReconciliationPage } from '../../../books/reconciliation-page.tsx'

export const Route = createFileRoute('/_app/admin_/reconciliation')({
  staticData: { opensWith: 'admin.listReconciliations' },
  validateSearch: readDay,
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [
      admin.listReconciliations.prefetch(FIRST_DAYS),
      admin.listTaxMonths.prefetch(),
    ]),
  component: ReconciliationRoute,
})

/** The address holds the day, so that it can be shared; anything else chooses none. */
function readDay({ day }: Record<string, unknown>): { day?: string } {
  return typeof day === 'string' && /^2\d{3}-[01]\d-[0-3]\d$/.test(day) && !Number.isNaN(Date.parse(day))
    ? { day }
    : {}
}

function ReconciliationRoute() {
  const { day } = readDay(Route.useSearch())
  return <ReconciliationPage day={day} />
}
