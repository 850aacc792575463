import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { type StaffProcedure, staffPermissions } from '@chuma/contract/admin/staff-permissions.gen'
import { type Api, isPrerendering, type RouterContext, WHO } from '../../app/load.ts'
import { getAdminToken, getUserToken } from '../../auth/session.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The call that a staff page opens with. The page needs the same permission. */
    opensWith?: StaffProcedure
  }
}

/** Whether the server answers nothing but the calls of the account page yet. */
export const mustSetUpFirst = (
  staff: Pick<SignedInStaffMember, 'isSecondFactorMissing' | 'passwordExpiresAt'>,
): boolean => staff.isSecondFactorMissing || staff.passwordExpiresAt !== null

/** Whether a staff member may make a call. A page that opens with none is for all staff. */
export function mayCall(
  { permissions }: Pick<SignedInStaffMember, 'permissions'>,
  procedure: StaffProcedure | undefined,
): boolean {
  return procedure === undefined || permissions.includes(staffPermissions[procedure])
}

export type StartForStaff = (
  utils: Api['utils'],
  api: Api & { may: (procedure: StaffProcedure) => boolean },
) => Promise<void>[]

type Loading = {
  context: RouterContext
  /** `preload`: a link is pointed at; `stay`: the page was open, with another search or other parameters. */
  cause: 'preload' | 'enter' | 'stay'
  route: { options: { staticData?: { opensWith?: StaffProcedure } } }
}

const MINUTE_MS = 60_000

/**
 * Start the queries of a staff page and of its frame once the permission is known, because a refused call is logged as an attempt.
 * A link that is only pointed at starts nothing: these queries count a lot.
 */
export function loadForStaff({ context, cause, route }: Loading, start: StartForStaff): void {
  if (cause === 'preload' || isPrerendering()) return
  const api = context.api()
  findStaff(api).then(
    (staff) => {
      if (!staff || mustSetUpFirst(staff)) return
      const may = (procedure: StaffProcedure | undefined) => mayCall(staff, procedure)
      if (cause === 'enter' && may('admin.listWaiting'))
        void api.utils.admin.listWaiting.prefetch(undefined, { staleTime: 0 })
      if (may(route.options.staticData?.opensWith)) void start(api.utils, { ...api, may })
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
