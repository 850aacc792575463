import type { Permission } from '@chuma/contract/admin/permissions'
import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import type { MessageKey } from '../../i18n/i18n.ts'
import type { FileRoutesByTo } from '../../route-tree.gen.ts'
import { mustSetUpFirst } from '../must-set-up-first.ts'

type Label = Extract<
  MessageKey,
  `staffNav.${string}` | 'books.nav' | 'journal.nav' | 'statementDesk.nav' | 'receivables.nav' | 'clients.nav'
>

export type StaffPlace = {
  to: Extract<keyof FileRoutesByTo, `/admin${string}`>
  search?: { tab: 'withdrawals' }
  label: Label
  /** The permissions of which one is enough to use the page. */
  needs?: readonly Permission[]
}

const ACCOUNT: StaffPlace = { to: '/admin/account', label: 'staffNav.account' }

/** Every staff page, grouped as in the navigation. */
const GROUPS: readonly { label: Label; places: readonly StaffPlace[] }[] = [
  {
    label: 'staffNav.work',
    places: [
      { to: '/admin', label: 'staffNav.today' },
      {
        to: '/admin',
        search: { tab: 'withdrawals' },
        label: 'staffNav.withdrawals',
        needs: ['withdrawals:read'],
      },
      { to: '/admin/approvals', label: 'staffNav.approvals', needs: ['approvals:read'] },
      { to: '/admin/proofs', label: 'staffNav.proofs', needs: ['proofs:read'] },
      { to: '/admin/claims', label: 'staffNav.claims', needs: ['partners:read'] },
      { to: '/admin/survey-reviews', label: 'staffNav.surveyReviews', needs: ['proofs:read'] },
      { to: '/admin/bank-batches', label: 'staffNav.bankBatches', needs: ['payouts:read'] },
      { to: '/admin/clusters', label: 'staffNav.clusters', needs: ['withdrawals:read'] },
      { to: '/admin/automatic-payout', label: 'staffNav.automaticPayout', needs: ['payouts:read'] },
      { to: '/admin/debts', label: 'staffNav.debts', needs: ['withdrawals:read'] },
      { to: '/admin/inbox', label: 'staffNav.inbox', needs: ['contact:read'] },
    ],
  },
  {
    label: 'staffNav.catalogue',
    places: [
      { to: '/admin/surveys', label: 'staffNav.offers', needs: ['offers:read'] },
      { to: '/admin/tasks', label: 'staffNav.tasks', needs: ['catalogue:read'] },
    ],
  },
  {
    label: 'staffNav.business',
    places: [
      { to: '/admin/partners', label: 'staffNav.partners', needs: ['partners:read'] },
      { to: '/admin/receivables', label: 'receivables.nav', needs: ['ledger:verify'] },
      { to: '/admin/clients', label: 'clients.nav', needs: ['clients:manage'] },
      { to: '/admin/analytics', label: 'staffNav.analytics', needs: ['analytics:read'] },
      { to: '/admin/economy', label: 'staffNav.economy', needs: ['economy:read'] },
      { to: '/admin/books', label: 'journal.nav', needs: ['ledger:verify'] },
      { to: '/admin/reconciliation', label: 'books.nav', needs: ['ledger:verify'] },
      { to: '/admin/statements', label: 'statementDesk.nav', needs: ['ledger:verify'] },
      { to: '/admin/tax', label: 'staffNav.tax', needs: ['ledger:verify'] },
    ],
  },
  {
    label: 'staffNav.house',
    places: [
      { to: '/admin/audit', label: 'staffNav.audit', needs: ['audit:read'] },
      { to: '/admin/system', label: 'staffNav.system', needs: ['system:read'] },
      { to: '/admin/webhooks', label: 'staffNav.webhooks', needs: ['system:read'] },
      { to: '/admin/staff', label: 'staffNav.staff', needs: ['staff:manage', 'keys:manage'] },
      ACCOUNT,
    ],
  },
]

/** The site's pages, in the menu that replaces its header on narrow screens. */
export const SITE_PLACES = [
  { to: '/', label: 'nav.home' },
  { to: '/dashboard', label: 'nav.dashboard' },
  { to: '/about', label: 'nav.about' },
  { to: '/contact', label: 'nav.contact' },
] as const

/** List the pages that the signed-in staff member may use. Before their set-up, only the account page. */
export function listStaffPlaces(staff: SignedInStaffMember) {
  const isOpen = ({ to, needs }: StaffPlace) =>
    mustSetUpFirst(staff)
      ? to === ACCOUNT.to
      : !needs || needs.some((need) => staff.permissions.includes(need))
  return GROUPS.map(({ label, places }) => ({ label, places: places.filter(isOpen) })).filter(
    ({ places }) => places.length > 0,
  )
}
