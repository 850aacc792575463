import type { STAFF_ROLES } from '../auth/auth-rules.ts'

export type StaffRole = (typeof STAFF_ROLES)[number]

const EVERYBODY = ['finance', 'content', 'analyst'] as const

/** The roles of each permission. Owners have all; an empty list means owners only. */
export const permissionTable = {
  'stats:read': EVERYBODY,
  'members:read': EVERYBODY,
  /** What members told about themselves. Analysts see answers under pseudonyms only. */
  'profiles:read': ['finance'],
  'members:suspend': ['finance'],
  /** Points, earnings, notes: changes to one member, with a reason. */
  'members:edit': ['finance'],
  'withdrawals:read': EVERYBODY,
  'withdrawals:decide': ['finance'],
  /** Numbers and accounts of one withdrawal unmasked, the file of payments by hand, and members' addresses. */
  'payout-details:read': ['finance'],
  'ledger:verify': ['finance'],
  /** The payout queue: stops, limits, and bulk payments by hand. */
  'payouts:read': EVERYBODY,
  'payouts:manage': ['finance'],
  'premium:grant': ['finance'],
  /** Survey offers and who opened them. */
  'offers:read': EVERYBODY,
  'offers:manage': ['content'],
  /** What members answered, counted. */
  'results:read': ['content', 'analyst'],
  /** Single answers under pseudonyms, small counts, and the files of results. */
  'results:raw': ['analyst'],
  /** Organisations that commission surveys: their people, links, surveys and comments. Their money needs `ledger:verify`. */
  'clients:manage': ['finance', 'content'],
  /** The content of games and tasks: wheel, quiz questions, videos, advertisements, links. */
  'catalogue:read': EVERYBODY,
  'catalogue:manage': ['content'],
  'analytics:read': EVERYBODY,
  /** Rates, limits and rewards. */
  'economy:read': EVERYBODY,
  'economy:manage': [],
  /** Messages from the contact form. */
  'contact:read': ['finance', 'content'],
  'contact:answer': ['finance', 'content'],
  'audit:read': ['finance', 'analyst'],
  /** Changes that wait for a second person: of the kinds that someone could make themselves, and their own. */
  'approvals:read': ['finance', 'content'],
  'approvals:decide': ['finance', 'content'],
  /** Jobs, sent mails, versions. */
  'system:read': ['finance', 'analyst'],
  'system:manage': [],
  /** Partners, their events and members' claims. */
  'partners:read': EVERYBODY,
  'partners:manage': [],
  'claims:decide': ['finance', 'content'],
  /** Members' proofs for social tasks and micro-jobs. */
  'proofs:read': EVERYBODY,
  'proofs:decide': ['content'],
  /** Staff accounts, and members who become admins. */
  'staff:manage': [],
  'keys:manage': [],
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof permissionTable
export const PERMISSIONS = Object.keys(permissionTable) as Permission[]

/**
 * A key that could create staff, clients or keys would survive its own revocation; rates and partners decide what everybody is paid,
 * which takes a person. Profiles are read by people who answer for it.
 */
const NOT_FOR_KEYS: ReadonlySet<string> = new Set<Permission>([
  'staff:manage',
  'keys:manage',
  'economy:manage',
  'profiles:read',
  'partners:manage',
  'clients:manage',
  'approvals:decide',
])

/** The permissions an API key may hold. */
export const KEY_PERMISSIONS = PERMISSIONS.filter((permission) => !NOT_FOR_KEYS.has(permission))

/** What makes points, or decides who gets them. */
const MINTING: ReadonlySet<string> = new Set<Permission>([
  'members:edit',
  'premium:grant',
  'offers:manage',
  'catalogue:manage',
  'claims:decide',
  'proofs:decide',
])
/** What sends money. */
const PAYING: ReadonlySet<string> = new Set<Permission>(['withdrawals:decide', 'payouts:manage'])

/** No key may both make points and pay them out. */
export function mintsAndPays(permissions: readonly Permission[]): boolean {
  return permissions.some((one) => MINTING.has(one)) && permissions.some((one) => PAYING.has(one))
}
