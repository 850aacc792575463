/** owner: everything · finance: withdrawals and members' money · content: offers, tasks, quizzes · analyst: reads. */
export const STAFF_ROLES = ['owner', 'finance', 'content', 'analyst'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

const EVERYBODY = ['finance', 'content', 'analyst'] as const

/** Which roles may do what. Owners may do everything; what lists nobody is theirs alone. */
export const permissionTable = {
  'stats:read': EVERYBODY,
  'members:read': EVERYBODY,
  'members:suspend': ['finance'],
  'withdrawals:read': EVERYBODY,
  'withdrawals:decide': ['finance'],
  'ledger:verify': ['finance'],
  /** The queue of payouts: its stops, its limits, payments by hand in bulk. */
  'payouts:read': EVERYBODY,
  'payouts:manage': ['finance'],
  'premium:grant': ['finance'],
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
