import type { Permission } from '../permissions.ts'

/** The use cases that can wait for a second person, and what both people need. One kind is one use case. */
export const approvalKinds = {
  'edit-earnings': 'members:edit',
} as const satisfies Record<string, Permission>

export type ApprovalKind = keyof typeof approvalKinds
export const APPROVAL_KINDS = Object.keys(approvalKinds) as [ApprovalKind, ...ApprovalKind[]]

/** A request waits this long for a second person. */
export const APPROVAL_DAYS = 7
/** Where nobody else could approve it, it runs after this delay. */
export const LONE_HOURS = 24
/** An account this new, or changed by someone else this recently, approves nothing. */
export const SETTLED_DAYS = 7
