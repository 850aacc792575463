import type { StaffProcedure } from '@chuma/contract/admin/staff-permissions.gen'

/** Not derived from the contract's schemas, which the members page does not need to load. */
export const SORTS = ['newest', 'oldest', 'points', 'earnings', 'last-seen'] as const
export const FLAGS = ['verified', 'premium', 'suspended', 'paused', 'admin'] as const
type Flag = (typeof FLAGS)[number]
type Answer = 'yes' | 'no'

/** The list's filters in the address, so that they can be shared and the browser's back button works. */
export type MemberFilter = { q?: string; country?: string; sort?: (typeof SORTS)[number] } & {
  [name in Flag]?: Answer
}

export function readMemberFilter(raw: Record<string, unknown>): MemberFilter {
  const [q, country] = [raw.q, raw.country].map(readText)
  const sort = SORTS.find((name) => name === raw.sort)
  return {
    ...(q && { q }),
    ...(country && { country }),
    ...(sort && sort !== 'newest' && { sort }),
    ...Object.fromEntries(
      FLAGS.flatMap((name) => (raw[name] === 'yes' || raw[name] === 'no' ? [[name, raw[name]]] : [])),
    ),
  }
}

/** The router parses text that looks like a number as a number. */
function readText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 100) : ''
}

/** The views of one member, with the call that each opens with. */
export const MEMBER_VIEWS = [
  { name: 'ledger', opensWith: 'admin.listMemberActivity' },
  { name: 'withdrawals', opensWith: 'admin.listWithdrawals' },
  { name: 'destinations', opensWith: 'admin.listMemberDestinations' },
  { name: 'work', opensWith: 'admin.listMemberWork' },
  { name: 'devices', opensWith: 'admin.listMemberSessions' },
  { name: 'security', opensWith: 'admin.listMemberSecurityEvents' },
  { name: 'premium', opensWith: 'admin.listPremiumPayments' },
  { name: 'standing', opensWith: 'admin.listPayoutPauses' },
  { name: 'profile', opensWith: 'admin.showMemberProfile' },
  { name: 'notes', opensWith: 'admin.listMemberNotes' },
  { name: 'audit', opensWith: 'admin.listAudit' },
] as const satisfies readonly { name: string; opensWith: StaffProcedure }[]

export type MemberView = (typeof MEMBER_VIEWS)[number]['name']

export function readMemberView({ view }: Record<string, unknown>): { view?: MemberView | undefined } {
  return { view: MEMBER_VIEWS.find(({ name }) => name === view)?.name }
}
