import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import type { World } from '../world.ts'
import { receiveEvent } from './receive-event.ts'

const HOUR = 60

/** Events that no member sees: tests, strangers' clicks, a reversal that came too early, and a forger. */
export function tellStrangeEvents(world: World): void {
  const { random, calendar, partners } = world
  const send = (
    event: Partial<Parameters<typeof receiveEvent>[1]> & {
      daysAgo: number
      outcome: StoryRow<'partnerEventOutcome'>['outcome'] & string
    },
  ) => {
    const { daysAgo, ...rest } = event
    const at = calendar.at(daysAgo, random.between(8 * HOUR, 20 * HOUR))
    const usual = {
      partnerId: partners.research,
      kind: 'credit' as const,
      transactionId: `T${random.code(9)}`,
      reference: random.bytes(24).toString('base64url'),
      amountUsd: 4,
    }
    if (calendar.isPast(at)) receiveEvent(world, { ...usual, at, ...rest })
  }
  for (const daysAgo of [88, 77])
    send({
      daysAgo,
      kind: 'test',
      outcome: 'test',
      partnerId: daysAgo === 88 ? partners.panel : partners.offers,
      amountUsd: 0,
    })
  for (const daysAgo of [61, 34, 16, 4, 1]) send({ daysAgo, outcome: 'unmatched', reason: 'unknown-click' })
  for (const daysAgo of [43, 9])
    send({ daysAgo, kind: 'reverse', outcome: 'kept-for-credit', partnerId: partners.panel })
  for (const daysAgo of [70, 52, 27, 12, 6])
    send({ daysAgo, kind: 'info', outcome: 'recorded', reason: 'info', amountUsd: 0 })
  for (const daysAgo of [31, 31, 30, 30, 30, 29])
    send({
      daysAgo,
      outcome: 'rejected',
      reason: 'signature-mismatch',
      partnerId: partners.former,
      amountUsd: 25,
    })
  send({ daysAgo: 14, outcome: 'rejected', reason: 'over-ceiling', amountUsd: 24 })
}
