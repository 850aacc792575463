import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import type { StaffProcedure } from '@chuma/contract/admin/staff-permissions.gen'
import { useRouter } from '@tanstack/react-router'
import type { MessageKey } from '../../i18n/i18n.ts'
import type { FileRoutesByTo } from '../../route-tree.gen.ts'
import { mayCall, mustSetUpFirst } from './access.ts'

type Label = Extract<
  MessageKey,
  `staffNav.${string}` | 'books.nav' | 'journal.nav' | 'statementDesk.nav' | 'receivables.nav' | 'clients.nav'
>

export type StaffPlace = {
  to: Extract<keyof FileRoutesByTo, `/admin${string}`>
  search?: { tab: 'withdrawals' }
  label: Label
  /** Only for a part of a page. A whole page names its call in its route. */
  opensWith?: StaffProcedure
}

/** For all staff: it also asks for a proof that is due, without which there are no permissions. */
const TODAY: StaffPlace = { to: '/admin', label: 'staffNav.today' }
const ACCOUNT: StaffPlace = { to: '/admin/account', label: 'staffNav.account' }

/** Every staff page, grouped as in the navigation. */
const GROUPS: readonly { label: Label; places: readonly StaffPlace[] }[] = [
  {
    label: 'staffNav.work',
    places: [
      TODAY,
      {
        to: '/admin',
        search: { tab: 'withdrawals' },
        label: 'staffNav.withdrawals',
        opensWith: 'admin.listWithdrawals',
      },
      { to: '/admin/approvals', label: 'staffNav.approvals' },
      { to: '/admin/proofs', label: 'staffNav.proofs' },
      { to: '/admin/claims', label: 'staffNav.claims' },
      { to: '/admin/survey-reviews', label: 'staffNav.surveyReviews' },
      { to: '/admin/bank-batches', label: 'staffNav.bankBatches' },
      { to: '/admin/clusters', label: 'staffNav.clusters' },
      { to: '/admin/automatic-payout', label: 'staffNav.automaticPayout' },
      { to: '/admin/debts', label: 'staffNav.debts' },
      { to: '/admin/inbox', label: 'staffNav.inbox' },
    ],
  },
  {
    label: 'staffNav.catalogue',
    places: [
      { to: '/admin/surveys', label: 'staffNav.offers' },
      { to: '/admin/tasks', label: 'staffNav.tasks' },
    ],
  },
  {
    label: 'staffNav.business',
    places: [
      { to: '/admin/partners', label: 'staffNav.partners' },
      { to: '/admin/receivables', label: 'receivables.nav' },
      { to: '/admin/clients', label: 'clients.nav' },
      { to: '/admin/analytics', label: 'staffNav.analytics' },
      { to: '/admin/economy', label: 'staffNav.economy' },
      { to: '/admin/books', label: 'journal.nav' },
      { to: '/admin/reconciliation', label: 'books.nav' },
      { to: '/admin/statements', label: 'statementDesk.nav' },
      { to: '/admin/tax', label: 'staffNav.tax' },
    ],
  },
  {
    label: 'staffNav.house',
    places: [
      { to: '/admin/audit', label: 'staffNav.audit' },
      { to: '/admin/system', label: 'staffNav.system' },
      { to: '/admin/webhooks', label: 'staffNav.webhooks' },
      { to: '/admin/staff', label: 'staffNav.staff' },
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
export function useStaffPlaces(staff: SignedInStaffMember) {
  const { routesByPath } = useRouter()
  const isOpen = (place: StaffPlace) =>
    mustSetUpFirst(staff)
      ? place === ACCOUNT
      : place === TODAY ||
        mayCall(staff, place.opensWith ?? routesByPath[place.to].options.staticData?.opensWith)
  return GROUPS.map(({ label, places }) => ({ label, places: places.filter(isOpen) })).filter(
    ({ places }) => places.length > 0,
  )
}
