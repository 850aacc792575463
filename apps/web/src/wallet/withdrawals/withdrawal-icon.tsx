import type { WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import { IconCircleCheckFilled, IconCircleXFilled, IconClockHour4 } from '@tabler/icons-react'
import classes from './withdrawal-icon.module.css'

const ICONS = {
  pending: IconClockHour4,
  approved: IconCircleCheckFilled,
  paid: IconCircleCheckFilled,
  rejected: IconCircleXFilled,
} as const satisfies Record<WithdrawalStatus, unknown>

/** Draws a status: a yellow clock, a check or a cross. Its words follow it. */
export function WithdrawalIcon({ status, size }: { status: WithdrawalStatus; size: number }) {
  const Icon = ICONS[status]
  return <Icon className={classes.icon} data-status={status} size={size} aria-hidden />
}

/** A status that this page does not know, from a newer server, shows as pending (SPEC §2). */
export function knownStatus(status: WithdrawalStatus): WithdrawalStatus {
  return Object.hasOwn(ICONS, status) ? status : 'pending'
}
