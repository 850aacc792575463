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

/** The sections about one member by tab, with the call that each opens with. */
export const MEMBER_SECTIONS = [
  { tab: 'overview', name: 'standing', opensWith: 'admin.listPayoutPauses' },
  { tab: 'overview', name: 'notes', opensWith: 'admin.listMemberNotes' },
  { tab: 'money', name: 'withdrawals', opensWith: 'admin.listWithdrawals' },
  { tab: 'money', name: 'destinations', opensWith: 'admin.listMemberDestinations' },
  { tab: 'money', name: 'ledger', opensWith: 'admin.listMemberActivity' },
  { tab: 'activity', name: 'profile', opensWith: 'admin.showMemberProfile' },
  { tab: 'activity', name: 'work', opensWith: 'admin.listMemberWork' },
  { tab: 'account', name: 'premium', opensWith: 'admin.listPremiumPayments' },
  { tab: 'account', name: 'devices', opensWith: 'admin.listMemberSessions' },
  { tab: 'account', name: 'security', opensWith: 'admin.listMemberSecurityEvents' },
  { tab: 'account', name: 'audit', opensWith: 'admin.listAudit' },
] as const satisfies readonly { tab: string; name: string; opensWith: StaffProcedure }[]

export type MemberSection = (typeof MEMBER_SECTIONS)[number]['name']
export type MemberTab = (typeof MEMBER_SECTIONS)[number]['tab']
export const MEMBER_TABS: readonly MemberTab[] = ['overview', 'money', 'activity', 'account']

/** A tab, or one of its sections. */
export type MemberView = MemberTab | MemberSection

export function readMemberView({ view }: Record<string, unknown>): { view?: MemberView | undefined } {
  const section = MEMBER_SECTIONS.find(({ name }) => name === view)?.name
  return { view: section ?? MEMBER_TABS.find((tab) => tab === view) }
}

/** The tab that shows `view`; Overview if nothing is asked for. */
export const tabOf = (view: MemberView | undefined): MemberTab =>
  MEMBER_SECTIONS.find(({ tab, name }) => name === view || tab === view)?.tab ?? 'overview'
