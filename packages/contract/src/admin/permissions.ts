/** owner: everything · finance: withdrawals and members' money · content: offers, tasks, quizzes · analyst: reads. */
export const STAFF_ROLES = ['owner', 'finance', 'content', 'analyst'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

const EVERYBODY = ['finance', 'content', 'analyst'] as const

/** Which roles may do what. Owners may do everything; what lists nobody is theirs alone. */
export const permissionTable = {
  'stats:read': EVERYBODY,
  'members:read': EVERYBODY,
  'members:suspend': ['finance'],
  /** Points, earnings, notes: what is changed about one member, with a reason. */
  'members:edit': ['finance'],
  'withdrawals:read': EVERYBODY,
  'withdrawals:decide': ['finance'],
  'ledger:verify': ['finance'],
  /** The queue of payouts: its stops, its limits, payments by hand in bulk. */
  'payouts:read': EVERYBODY,
  'payouts:manage': ['finance'],
  'premium:grant': ['finance'],
  /** Survey offers and who opened them. */
  'offers:read': EVERYBODY,
  'offers:manage': ['content'],
  /** What the games and tasks consist of: wheel, quiz questions, videos, advertisements, links. */
  'catalogue:read': EVERYBODY,
  'catalogue:manage': ['content'],
  'analytics:read': EVERYBODY,
  /** Rates, limits and rewards. */
  'economy:read': EVERYBODY,
  'economy:manage': [],
  /** What people write to us. */
  'contact:read': ['finance', 'content'],
  'contact:answer': ['finance', 'content'],
  'audit:read': ['finance', 'analyst'],
  /** Jobs, mails that went out, versions. */
  'system:read': ['finance', 'analyst'],
  'system:manage': [],
  /** Partners, their events and what members miss from them. */
  'partners:read': EVERYBODY,
  'partners:manage': [],
  'claims:decide': ['finance', 'content'],
  /** What members hand in for social tasks and micro-jobs. */
  'proofs:read': EVERYBODY,
  'proofs:decide': ['content'],
  /** Accounts of the staff, and members who are made admin. */
  'staff:manage': [],
  'keys:manage': [],
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof permissionTable
export const PERMISSIONS = Object.keys(permissionTable) as Permission[]

/** A key that could make staff or keys would outlive whoever revokes it. */
const NOT_FOR_KEYS: ReadonlySet<string> = new Set<Permission>(['staff:manage', 'keys:manage'])

/** What an API key may hold. */
export const KEY_PERMISSIONS = PERMISSIONS.filter((permission) => !NOT_FOR_KEYS.has(permission))
