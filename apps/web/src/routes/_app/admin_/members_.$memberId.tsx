import { createFileRoute } from '@tanstack/react-router'
import { readMemberView, tabOf } from '../../../admin/members/member-filter.ts'
import { MemberPage } from '../../../admin/members/member-page.tsx'
import { startNotes } from '../../../admin/members/member-premium.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/members_/$memberId')({
  staticData: { opensWith: 'admin.getMember' },
  validateSearch: readMemberView,
  loader: (loading) =>
    loadForStaff(loading, ({ admin, wallet }, api) => {
      const { params, location } = loading
      const { memberId } = params
      const pages = { memberId, limit: 100 }
      return [
        admin.getMember.prefetch(params, { staleTime: 0 }),
        wallet.getTerms.prefetch(),
        ...(tabOf(readMemberView(location.search).view) === 'overview'
          ? [admin.listPayoutPauses.prefetch(pages, { staleTime: 0 }), startNotes(api, memberId)]
          : []),
      ]
    }),
  component: MemberRoute,
})

function MemberRoute() {
  const { memberId } = Route.useParams()
  const { view } = Route.useSearch()
  return <MemberPage key={memberId} memberId={memberId} asked={view} />
}
