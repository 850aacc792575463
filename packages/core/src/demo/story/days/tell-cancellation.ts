import type { World } from '../world.ts'
import { takeBack } from './credit-click.ts'

/** A credit that its partner took back before it was paid. */
export function tellCancellation(world: World): void {
  const { rows, calendar } = world
  const credit = rows.partnerCredit.find(
    ({ state, createdAt }) => state === 'pending' && createdAt && calendar.daysAgoOf(createdAt) > 2,
  )
  const click = rows.click.find(({ clickId }) => clickId === credit?.clickId)
  if (!credit || !click) return
  const {
    memberId = '',
    partnerId = '',
    transactionId = '',
    creditId = '',
    title = '',
    points = 0,
    amountUsd = 0,
  } = credit
  const at = calendar.at(1, 9 * 60 + 2)
  takeBack(
    world,
    { memberId },
    {
      partnerId,
      transactionId,
      creditId,
      title,
      points,
      amountUsd,
      at,
      isPaid: false,
      reference: click.reference ?? '',
    },
  )
  Object.assign(credit, { state: 'cancelled', settledAt: at, reason: 'failed-quality-check' })
}
