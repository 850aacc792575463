import { createFileRoute } from '@tanstack/react-router'
import { MemberPage } from '../../../account/members/member-page.tsx'
import { readMemberView } from '../../../account/members/member-view.ts'
import { loadForStaff } from '../../../app/load.ts'

export const Route = createFileRoute('/_app/admin_/members/$memberId')({
  validateSearch: readMemberView,
  loader: (context) =>
    loadForStaff(context, ({ admin }) => [
      admin.getMember.prefetch({ memberId: context.params.memberId }, { staleTime: 0 }),
    ]),
  component: MemberRoute,
})

function MemberRoute() {
  const { memberId } = Route.useParams()
  const { view } = Route.useSearch()
  return <MemberPage key={memberId} memberId={memberId} asked={view} />
}
