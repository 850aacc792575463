import { AppError } from '../../src/app-error.ts'
import { receivePostback } from '../../src/partners/events.ts'
import { callWith } from '../../src/partners/testing.ts'
import { givenTask } from '../../src/tasks/testing.ts'
import { openLink } from '../../src/tasks/views.ts'
import { CREDIT_POINTS, CREDIT_USD_MICROS, depsOf, type World } from './world.ts'

type Said = { kind: 'credit' | 'reverse'; transactionId: string; reference: string }

/** The partner reports that a member has done what a link asks, or takes it back. */
async function tell(world: World, { kind, transactionId, reference }: Said): Promise<void> {
  const event = {
    kind,
    ...(kind === 'reverse'
      ? { transactionId: `back:${transactionId}`, originalTransactionId: transactionId }
      : { transactionId }),
    userRef: reference,
    amountUsdMicros: CREDIT_USD_MICROS,
  }
  await receivePostback(depsOf(world), callWith(world.partner.publicKey, event))
}

export async function earn(world: World, who: number): Promise<void> {
  const person = world.people[who]
  if (!person) return
  const caller = { member: person.member, staff: null, apiKey: null, address: null, userAgent: null }
  const transactionId = `t${++world.transactions}`
  const { partnerId } = world.partner
  const id = await givenTask(world.db, 'affiliate', { partnerId, points: CREDIT_POINTS })
  await openLink(depsOf(world), caller, { id })
  const { reference } = await world.db
    .selectFrom('click')
    .select('reference')
    .where('memberId', '=', person.member.memberId)
    .where('taskId', '=', id)
    .executeTakeFirstOrThrow()
  await tell(world, { kind: 'credit', transactionId, reference })
  person.credits.push({ transactionId, reference, isReversed: false })
}

export async function takeBack(world: World, who: number): Promise<void> {
  const credit = world.people[who]?.credits.find(({ isReversed }) => !isReversed)
  if (!credit) throw new AppError('NOT_FOUND')
  await tell(world, { kind: 'reverse', ...credit })
  credit.isReversed = true
}
