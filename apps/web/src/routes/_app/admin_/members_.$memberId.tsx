import { createFileRoute } from '@tanstack/react-router'
import { readMemberView } from '../../../admin/members/member-filter.ts'
import { MemberPage } from '../../../admin/members/member-page.tsx'
import { startLedger } from '../../../admin/members/member-views.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/members_/$memberId')({
  staticData: { opensWith: 'admin.getMember' },
  validateSearch: readMemberView,
  loader: (loading) =>
    loadForStaff(loading, ({ admin, wallet }, api) => {
      const { params, location } = loading
      const { view = 'ledger' } = readMemberView(location.search)
      return [
        admin.getMember.prefetch(params, { staleTime: 0 }),
        wallet.getTerms.prefetch(),
        ...(view === 'ledger' ? [startLedger(api, params.memberId)] : []),
      ]
    }),
  component: MemberRoute,
})

function MemberRoute() {
  const { memberId } = Route.useParams()
  const { view } = Route.useSearch()
  return <MemberPage key={memberId} memberId={memberId} asked={view} />
}
