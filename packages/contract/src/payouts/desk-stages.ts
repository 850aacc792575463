// Not with the schemas, because addresses name them too.

/**
 * Where a withdrawal stands on the payout desk; each is in one at most. review: to decide individually, or on hold · ready: one
 * person may approve it now · second-person: a request waits · to-pay: approved, and not on its way · sent: on its way, or paid.
 */
export const DESK_STAGES = ['review', 'ready', 'second-person', 'to-pay', 'sent'] as const
export type DeskStage = (typeof DESK_STAGES)[number]
