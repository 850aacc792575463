import { createFileRoute } from '@tanstack/react-router'
import { readDeskSearch } from '../../../app/page-search.ts'
import { DeskPage, startDesk } from '../../../payouts/desk/desk-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/withdrawals')({
  staticData: { opensWith: 'admin.listWithdrawals' },
  validateSearch: readDeskSearch,
  loaderDeps: ({ search }) => search,
  loader: (loading) => loadForStaff(loading, startDesk(loading.deps)),
  component: DeskRoute,
})

function DeskRoute() {
  return <DeskPage search={Route.useSearch()} />
}
