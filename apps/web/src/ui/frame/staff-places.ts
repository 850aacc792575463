import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import {
  IconBuildingStore,
  IconCalendarCheck,
  IconCashBanknote,
  IconClipboardList,
  IconListCheck,
  IconScale,
  IconSettings,
  IconTrophy,
  IconUsers,
} from '@tabler/icons-react'
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
  label: Label
  /** Its other address, or that of the pages opened from it. */
  also?: string
}

export type StaffSection = { label: Label; Icon: typeof IconUsers; places: readonly StaffPlace[] }

/** For all staff: it also asks for a proof that is due, without which there are no permissions. */
const TODAY: StaffPlace = { to: '/admin/today', label: 'staffNav.today' }

/** Every staff page but the account, by the entry of the navigation that it belongs to. */
const SECTIONS: readonly StaffSection[] = [
  {
    label: 'staffNav.today',
    Icon: IconCalendarCheck,
    places: [
      TODAY,
      { to: '/admin', label: 'staffNav.dashboard', also: '/admin-dashboard' },
      { to: '/admin/analytics', label: 'staffNav.analytics' },
    ],
  },
  {
    label: 'staffNav.payouts',
    Icon: IconCashBanknote,
    places: [
      { to: '/admin/withdrawals', label: 'staffNav.withdrawals' },
      { to: '/admin/approvals', label: 'staffNav.approvals' },
      { to: '/admin/bank-batches', label: 'staffNav.bankBatches' },
      { to: '/admin/automatic-payout', label: 'staffNav.automaticPayout' },
      { to: '/admin/debts', label: 'staffNav.debts' },
      { to: '/admin/clusters', label: 'staffNav.clusters' },
    ],
  },
  {
    label: 'staffNav.reviews',
    Icon: IconListCheck,
    places: [
      { to: '/admin/proofs', label: 'staffNav.proofs' },
      { to: '/admin/claims', label: 'staffNav.claims' },
      { to: '/admin/survey-reviews', label: 'staffNav.surveyReviews' },
      { to: '/admin/credit-reviews', label: 'staffNav.credits' },
    ],
  },
  {
    label: 'staffNav.members',
    Icon: IconUsers,
    places: [
      { to: '/admin/members', label: 'staffNav.members' },
      { to: '/admin/inbox', label: 'staffNav.inbox' },
    ],
  },
  {
    label: 'staffNav.surveys',
    Icon: IconClipboardList,
    places: [{ to: '/admin/surveys', label: 'staffNav.offers', also: '/admin-survey-manager' }],
  },
  {
    label: 'staffNav.tasksAndGames',
    Icon: IconTrophy,
    places: [
      { to: '/admin/tasks', label: 'staffNav.tasks' },
      { to: '/admin/games', label: 'staffNav.games' },
      { to: '/admin/quizzes', label: 'staffNav.quizzes' },
    ],
  },
  {
    label: 'staffNav.partnersAndClients',
    Icon: IconBuildingStore,
    places: [
      { to: '/admin/partners', label: 'staffNav.partners' },
      { to: '/admin/clients', label: 'clients.nav' },
      { to: '/admin/receivables', label: 'receivables.nav', also: '/admin/invoices' },
    ],
  },
  {
    label: 'staffNav.finance',
    Icon: IconScale,
    places: [
      { to: '/admin/books', label: 'journal.nav' },
      { to: '/admin/reconciliation', label: 'books.nav' },
      { to: '/admin/statements', label: 'statementDesk.nav' },
      { to: '/admin/tax', label: 'staffNav.tax' },
    ],
  },
  {
    label: 'staffNav.settings',
    Icon: IconSettings,
    places: [
      { to: '/admin/economy', label: 'staffNav.economy' },
      { to: '/admin/staff', label: 'staffNav.staff' },
      { to: '/admin/webhooks', label: 'staffNav.webhooks' },
      { to: '/admin/system', label: 'staffNav.system' },
      { to: '/admin/audit', label: 'staffNav.audit' },
    ],
  },
]

const isAt = (address: string, pathname: string) =>
  pathname === address || (address !== '/admin' && pathname.startsWith(`${address}/`))

/** Find the section and the page that an address belongs to. The account belongs to none. */
export function findPlace(pathname: string): { section?: StaffSection; place?: StaffPlace } {
  for (const section of SECTIONS)
    for (const place of section.places)
      if (isAt(place.to, pathname) || (place.also && isAt(place.also, pathname))) return { section, place }
  return {}
}

/** List the sections with the pages that the signed-in staff member may open; none before their set-up. */
export function useStaffSections(staff: SignedInStaffMember): StaffSection[] {
  const { routesByPath } = useRouter()
  if (mustSetUpFirst(staff)) return []
  const isOpen = (place: StaffPlace) =>
    place === TODAY || mayCall(staff, routesByPath[place.to].options.staticData?.opensWith)
  return SECTIONS.map((section) => ({ ...section, places: section.places.filter(isOpen) })).filter(
    ({ places }) => places.length > 0,
  )
}
