import type { StaffProcedure } from '@chuma/contract/admin/staff-permissions.gen'
import { DESK_STAGES, type DeskStage } from '@chuma/contract/payouts/desk-stages'
import { TASK_KINDS, type TaskKind } from '@chuma/contract/tasks/task-kinds'
import { useSearch } from '@tanstack/react-router'

// What addresses hold. Separate from the schemas, because the first script reads addresses and has no schemas.

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Read an id from an address. Anything that is not an id is dropped. */
export function readId<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): Partial<Record<Name, string>> {
  const value = search[name]
  return typeof value === 'string' && ID.test(value) ? ({ [name]: value } as Record<Name, string>) : {}
}

export const AUDIT_FILTERS = ['actor', 'person', 'action', 'subject', 'from', 'to'] as const

export type AuditSearch = { [Name in (typeof AUDIT_FILTERS)[number]]?: string }

/** Pick possible filters from an address. */
export function pickAuditSearch(search: Record<string, unknown>): AuditSearch {
  const texts = AUDIT_FILTERS.filter((name) => typeof search[name] === 'string')
  return Object.fromEntries(texts.map((name) => [name, search[name]]))
}

export const BOOKS_TABS = ['balance', 'profit', 'exposure', 'cash', 'periods'] as const
export type BooksTab = (typeof BOOKS_TABS)[number]

export function readBooksTab(search: Record<string, unknown>): { tab?: BooksTab } {
  const tab = BOOKS_TABS.find((name) => name === search.tab)
  return tab ? { tab } : {}
}

/** Anything but a day chooses none. */
export function readChosenDay({ day }: Record<string, unknown>): { day?: string } {
  return typeof day === 'string' && /^2\d{3}-[01]\d-[0-3]\d$/.test(day) && !Number.isNaN(Date.parse(day))
    ? { day }
    : {}
}

/** SPEC §2: the tabs in its order, with the call that each opens with. */
export const ADMIN_TABS = [
  { name: 'users', opensWith: 'admin.listMembers' },
  { name: 'withdrawals', opensWith: 'admin.listWithdrawals' },
  { name: 'surveys', opensWith: 'admin.listSurveys' },
  { name: 'games', opensWith: 'admin.getGames' },
  { name: 'quizzes', opensWith: 'admin.listQuizQuestions' },
] as const satisfies readonly { name: string; opensWith: StaffProcedure }[]

export type AdminTab = (typeof ADMIN_TABS)[number]['name']

/** The address holds the tab, so that links and the browser's back button work. */
export function readAdminTab({ tab }: Record<string, unknown>): { tab?: AdminTab | undefined } {
  return { tab: ADMIN_TABS.find(({ name }) => name === tab)?.name }
}

export type DeskSearch = { stage?: DeskStage; case?: string }

/** The tab of the payout desk and the case that is open, so that both can be shared. */
export const readDeskSearch = (search: Record<string, unknown>): DeskSearch => {
  const stage = DESK_STAGES.find((each) => each === search.stage)
  return { ...(stage && { stage }), ...readId(search, 'case') }
}

export const readTaskKind = ({ kind }: Record<string, unknown>): { kind?: TaskKind | undefined } => ({
  kind: TASK_KINDS.find((each) => each === kind),
})

export const SETTINGS_TABS = ['profile', 'notifications', 'privacy', 'account'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

export function isSettingsTab(value: unknown): value is SettingsTab {
  return SETTINGS_TABS.some((tab) => tab === value)
}

/** Keep a friend's code while a visitor switches between sign-up and log-in. */
export function useInvite(): Invite {
  return readInvite(useSearch({ strict: false }))
}

export type Invite = { ref?: string | undefined }

/**
 * Read the code of an invite link unchanged: the server validates it. Returns undefined explicitly, or the router would
 * keep the unvalidated value.
 */
export function readInvite({ ref }: Record<string, unknown>): Invite {
  return { ref: typeof ref === 'string' && ref.trim() ? ref.trim().slice(0, 40) : undefined }
}

export const DASHBOARD_TABS = ['earn', 'surveys', 'games', 'wallet', 'social'] as const
export type DashboardTab = (typeof DASHBOARD_TABS)[number]

/** The tabs for every member. */
export const FIRST_TAB: DashboardTab = 'surveys'

/** The address holds the tab, so that links and the browser's back button work. */
export function readDashboardSearch({ tab }: Record<string, unknown>): { tab?: DashboardTab } {
  const known = DASHBOARD_TABS.find((name) => name === tab)
  return known ? { tab: known } : {}
}
