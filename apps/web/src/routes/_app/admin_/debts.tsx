import { createFileRoute } from '@tanstack/react-router'
import { DebtsPage, FIRST_DEBTS } from '../../../payouts/debts/debts-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/debts')({
  staticData: { opensWith: 'admin.listDebts' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.listDebts.prefetch(FIRST_DEBTS)]),
  component: DebtsPage,
})
