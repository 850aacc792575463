import type { Activity, WithdrawalStatus } from '@chuma/contract/wallet/wallet'

type Line = Pick<Activity, 'kind' | 'state' | 'points' | 'withdrawalStatus'>

const OF_HOLD = {
  pending: 'held',
  approved: 'held',
  paid: 'paidOut',
  rejected: 'restored',
} as const satisfies Record<WithdrawalStatus, string>

/** Name the state of a line; points that a withdrawal took are on hold until it is paid or rejected. */
export function describeState({ kind, state, points, withdrawalStatus }: Line) {
  if (state !== 'available') return state
  if (kind === 'payout') return 'paidOut'
  if (kind === 'hold') return OF_HOLD[withdrawalStatus ?? 'pending']
  return points < 0 ? 'deducted' : 'available'
}
