import { createFileRoute } from '@tanstack/react-router'
import { readMemberView } from '../../../account/members/member-filter.ts'
import { loadMember, MemberPage } from '../../../account/members/member-page.tsx'

export const Route = createFileRoute('/_app/admin_/members/$memberId')({
  validateSearch: readMemberView,
  loader: loadMember,
  component: MemberRoute,
})

function MemberRoute() {
  const { memberId } = Route.useParams()
  const { view } = Route.useSearch()
  return <MemberPage key={memberId} memberId={memberId} asked={view} />
}
