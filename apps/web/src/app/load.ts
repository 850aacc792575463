import type { Permission } from '@chuma/contract/admin/permissions'
import { mustSetUpFirst } from '../admin/must-set-up-first.ts'
import { getAdminToken, getUserToken } from '../auth/session.ts'
import type { Api } from './current-api.ts'
import type { Loading } from './router-context.ts'

const MINUTE_MS = 60_000

/** As `useCurrentUser` asks. */
const WHO = { staleTime: 5 * MINUTE_MS, gcTime: 10 * MINUTE_MS }

/** Start queries. A prefetch never rejects: the component that shows the answer shows its failure too. */
type Start = (utils: Api['utils'], api: Api) => Promise<void>[]

/** For a query that counts a lot: the page's other answers do not wait for it. */
export const ALONE = { trpc: { context: { skipBatch: true } } }

/**
 * Start the queries of a member's page while its frame renders. Nothing is awaited: each part shows its own loading
 * state. Visitors start nothing.
 */
export function loadForMember({ context }: Loading, start: Start): void {
  if (isPrerendering() || getUserToken() === null) return
  const api = context.api()
  void api.utils.auth.getUser.prefetch(undefined, WHO)
  void start(api.utils, api)
}

/** Start the queries of a page that visitors may open too. */
export function loadForAnyone({ context }: Loading, start: Start): void {
  if (isPrerendering()) return
  const api = context.api()
  void start(api.utils, api)
}

/**
 * Start the queries of a staff page once the permission is known, because a refused call is logged as an attempt. A
 * link that is only pointed at starts nothing: these queries count a lot.
 */
export function loadForStaff({ context, preload }: Loading, needs: Permission | null, start: Start): void {
  if (preload || isPrerendering()) return
  const api = context.api()
  findStaff(api).then(
    (staff) => {
      const mayRead = needs === null || staff?.permissions.includes(needs)
      if (staff && !mustSetUpFirst(staff) && mayRead) void start(api.utils, api)
    },
    // The page's frame asks too, and shows why it failed.
    () => undefined,
  )
}

async function findStaff({ utils }: Api) {
  if (getAdminToken() === null) {
    if (getUserToken() === null) return null
    const user = await utils.auth.getUser.fetch(undefined, WHO)
    if (!user.isAdmin) return null
  }
  return utils.admin.getStaffMember.fetch(undefined, { staleTime: MINUTE_MS })
}

/** The build renders pages without a server. */
function isPrerendering(): boolean {
  return import.meta.env.SSR
}
