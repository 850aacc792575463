import { createFileRoute } from '@tanstack/react-router'
import { readMemberFilter } from '../../../admin/members/member-filter.ts'
import { MembersPage, memberPages } from '../../../admin/members/users-tab.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/members')({
  staticData: { opensWith: 'admin.listMembers' },
  // The address holds the filters, so that they can be shared.
  validateSearch: readMemberFilter,
  loaderDeps: ({ search }) => readMemberFilter(search),
  loader: (loading) =>
    loadForStaff(loading, (_utils, { client, queryClient }) => [
      queryClient.prefetchInfiniteQuery({ ...memberPages(client, loading.deps), staleTime: 0 }),
    ]),
  component: MembersPage,
})
