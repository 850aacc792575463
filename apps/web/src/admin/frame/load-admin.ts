import type { MemberFilter } from '../../account/members/member-filter.ts'
import { memberPages } from '../../account/members/user-list.tsx'
import { ALONE, loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import type { AdminTab } from './admin-tab.ts'

type Deps = { tab?: AdminTab | undefined } & MemberFilter

/** Start the figures above the tabs, and the list of the first tab. */
export function loadAdmin(loading: Loading & { deps: Deps }): void {
  const { tab = 'users', ...filter } = loading.deps
  loadForStaff(loading, 'stats:read', ({ admin, wallet }, { client, queryClient }) => [
    admin.getStats.prefetch(undefined, { staleTime: 0, ...ALONE }),
    wallet.getTerms.prefetch(),
    ...(tab === 'users' ? [queryClient.prefetchInfiniteQuery(memberPages(client, filter))] : []),
  ])
}
