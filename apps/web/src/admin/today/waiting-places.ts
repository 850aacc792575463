import type { WaitingItem, WaitingKind } from '@chuma/contract/admin/waiting'
import type { FileRoutesByTo } from '../../route-tree.gen.ts'

type WaitingPlace = {
  to: Extract<keyof FileRoutesByTo, `/admin${string}`>
  search?: { tab: 'withdrawals' }
  /** The list on that page. */
  hash?: string
}

const withdrawals = (hash: string): WaitingPlace => ({ to: '/admin', search: { tab: 'withdrawals' }, hash })

/** Where each kind is worked on. */
export const WAITING_PLACES: Record<WaitingKind, WaitingPlace> = {
  'books-broken': { to: '/admin/reconciliation', hash: 'ledger' },
  'mails-waiting': { to: '/admin/system' },
  'payouts-stopped': withdrawals('payments'),
  'automatic-stopped': { to: '/admin/automatic-payout' },
  'low-float': withdrawals('payments'),
  'unclear-payouts': withdrawals('approved'),
  differences: { to: '/admin/reconciliation' },
  'statement-rows': { to: '/admin/statements' },
  'failed-jobs': { to: '/admin/system' },
  'lone-approvals': { to: '/admin/approvals' },
  withdrawals: withdrawals('withdrawals'),
  holds: withdrawals('approved'),
  approvals: { to: '/admin/approvals' },
  'payouts-by-hand': withdrawals('approved'),
  proofs: { to: '/admin/proofs' },
  'credit-reviews': { to: '/admin/partners', hash: 'reviews' },
  claims: { to: '/admin/claims' },
  'survey-reviews': { to: '/admin/survey-reviews' },
  appeals: withdrawals('appeals'),
  clusters: { to: '/admin/clusters' },
  messages: { to: '/admin/inbox' },
}

const ALARMS = new Set<WaitingKind>([
  'books-broken',
  'mails-waiting',
  'payouts-stopped',
  'automatic-stopped',
  'low-float',
  'unclear-payouts',
  'differences',
  'failed-jobs',
  'lone-approvals',
])

/** Something went wrong; other kinds are ordinary work. */
export const isAlarm = (kind: WaitingKind) => ALARMS.has(kind)

/** Add up what waits at a place of the navigation. */
export function countAt(work: readonly WaitingItem[], { to, search }: WaitingPlace) {
  const here = work.filter(({ kind, count }) => {
    const place = WAITING_PLACES[kind]
    return count > 0 && place.to === to && place.search?.tab === search?.tab
  })
  return {
    count: here.reduce((sum, { count }) => sum + count, 0),
    isAlarm: here.some(({ kind }) => isAlarm(kind)),
  }
}
