import { readMemberFilter } from '../../account/members/member-filter.ts'
import { memberPages } from '../../account/members/user-list.tsx'
import { loadForStaff } from '../../app/load.ts'
import { readAdminTab } from './admin-tab.ts'

type Context = { preload: boolean; location: { search: Record<string, unknown> } }

/** Start the figures above the tabs and the first tab's list. */
export function loadAdmin(context: Context): void {
  const { search } = context.location
  loadForStaff(context, ({ admin, wallet }, { client, queryClient }) => [
    admin.getStats.prefetch(undefined, { staleTime: 0 }),
    wallet.getTerms.prefetch(),
    ...((readAdminTab(search).tab ?? 'users') === 'users'
      ? [queryClient.prefetchInfiniteQuery(memberPages(client, readMemberFilter(search)))]
      : []),
  ])
}
