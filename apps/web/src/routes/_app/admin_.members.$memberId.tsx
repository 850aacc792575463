import { createFileRoute } from '@tanstack/react-router'
import { MemberPage } from './-admin-members/member-page.tsx'
import { readMemberView } from './-admin-members/member-view.ts'

export const Route = createFileRoute('/_app/admin_/members/$memberId')({
  validateSearch: readMemberView,
  component: MemberRoute,
})

function MemberRoute() {
  const { memberId } = Route.useParams()
  const { view } = Route.useSearch()
  return <MemberPage key={memberId} memberId={memberId} asked={view} />
}
