import { createFileRoute } from '@tanstack/react-router'
import { readMemberView } from '../../../admin/members/member-filter.ts'
import { MemberPage } from '../../../admin/members/member-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/members/$memberId')({
  staticData: { opensWith: 'admin.getMember' },
  validateSearch: readMemberView,
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [admin.getMember.prefetch(loading.params, { staleTime: 0 })]),
  component: MemberRoute,
})

function MemberRoute() {
  const { memberId } = Route.useParams()
  const { view } = Route.useSearch()
  return <MemberPage key={memberId} memberId={memberId} asked={view} />
}
