import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { actorOf, audit, later, mail, type Person, STAFF, type World } from '../world.ts'

const DAY_MINUTES = 24 * 60
const MONTH_MINUTES = 30 * DAY_MINUTES
const KES_PER_MONTH = 1000

/** Monthly payments of those who have or had premium, two gifts, and a payment in every other state. */
export function tellPremium(world: World): void {
  const { people, calendar } = world
  for (const [index, person] of people.filter(({ premiumFrom }) => premiumFrom !== null).entries()) {
    for (
      let from = person.premiumFrom ?? 0;
      from > 0 && calendar.at(from, 0) < (person.premiumUntil ?? calendar.now);
      from -= 30
    ) {
      const at = calendar.at(from, 9 * 60 - 2)
      if (index % 4 === 3 && from === person.premiumFrom) giveMonth(world, person, at)
      else payMonth(world, person, at)
    }
  }
  tellOpenPayments(world)
}

function payMonth(world: World, person: Person, at: Date): void {
  const receipt = `T${world.random.code(9)}`
  const settledAt = later(at, 0.7)
  const paid = {
    state: 'paid',
    receipt,
    reportedKes: KES_PER_MONTH,
    resultCode: '0',
    resultDescription: 'The service request is processed successfully.',
    settledAt,
  } as const
  const paymentId = addPayment(world, person, { at, isSent: true, ...paid })
  world.rows.premiumReference.push({
    kind: 'receipt',
    value: receipt,
    memberId: person.memberId,
    paymentId,
    createdAt: settledAt,
  })
  grant(world, person, {
    at: settledAt,
    sourceKey: `payment:${paymentId}`,
    kind: 'payment',
    reason: `Paid by M-Pesa, receipt ${receipt}`,
    actor: 'system',
  })
}

function giveMonth(world: World, person: Person, at: Date): void {
  const reason = 'Winner of the draw among those who invited friends'
  const sourceKey = `staff:${world.random.uuid()}`
  grant(world, person, { at, sourceKey, kind: 'staff', reason, actor: actorOf(STAFF.owner) })
  const premiumUntil = later(at, MONTH_MINUTES).toISOString()
  audit(world, {
    at,
    by: STAFF.owner,
    action: 'premium.granted',
    subject: `member:${person.memberId}`,
    after: { premiumUntil },
    reason,
  })
}

type Grant = { at: Date; sourceKey: string; kind: 'staff' | 'payment'; reason: string; actor: string }

function grant(world: World, { memberId, email }: Person, { at, ...given }: Grant): void {
  const premiumUntil = later(at, MONTH_MINUTES)
  world.rows.premiumGrant.push({
    memberId,
    grantId: world.random.uuid(),
    ...given,
    months: 1,
    premiumUntil,
    createdAt: at,
  })
  mail(world, {
    at: later(at, 0.1),
    kind: 'sendPremiumStarted',
    to: email,
    subject: 'Your premium membership has started',
  })
}

type Payment = StoryRow<'premiumPayment'> & { at: Date; isSent: boolean }

function addPayment(
  { rows, random }: World,
  { memberId, mpesaNumber }: Person,
  { at, isSent, ...change }: Payment,
): string {
  const paymentId = random.uuid()
  const checkoutRequestId = isSent ? `ws_CO_${at.getTime()}${random.code(6)}` : null
  rows.premiumPayment.push({
    memberId,
    paymentId,
    provider: 'simulator',
    mpesaNumber,
    months: 1,
    amountKes: KES_PER_MONTH,
    accountReference: `PREM${random.bytes(4).toString('hex').toUpperCase()}`,
    checkoutRequestId,
    checks: 0,
    nextCheckAt: null,
    createdAt: at,
    settledAt: null,
    decidedBy: null,
    decisionNote: null,
    receipt: null,
    reportedKes: null,
    resultCode: null,
    resultDescription: null,
    ...change,
  })
  if (checkoutRequestId)
    rows.premiumReference.push({
      kind: 'checkout',
      value: checkoutRequestId,
      memberId,
      paymentId,
      createdAt: at,
    })
  return paymentId
}

/** Payments without an end yet stay for a night before the provider is asked again. */
function tellOpenPayments(world: World): void {
  const { calendar, people } = world
  const payers = people.filter(
    ({ fate, country, email }) =>
      fate === 'ordinary' && country === 'Kenya' && !/^(member|premium)@/.test(email),
  )
  const ago = (minutes: number) => later(calendar.now, -minutes)
  const nextCheckAt = later(calendar.now, 20 * 60)
  const states: (StoryRow<'premiumPayment'> & { at: Date; isSent: boolean })[] = [
    { state: 'asked', at: ago(2), isSent: false, nextCheckAt },
    { state: 'sending', at: ago(3), isSent: false, nextCheckAt },
    { state: 'waiting', at: ago(4), isSent: true, nextCheckAt, checks: 1 },
    { state: 'unknown', at: ago(41), isSent: true, nextCheckAt, checks: 5 },
    {
      state: 'expired',
      at: ago(3 * DAY_MINUTES),
      isSent: true,
      checks: 9,
      resultCode: '1037',
      resultDescription: 'No response from the phone.',
    },
    {
      state: 'failed',
      at: ago(2 * DAY_MINUTES),
      isSent: true,
      checks: 1,
      resultCode: '1032',
      resultDescription: 'Request canceled by user.',
    },
    {
      state: 'failed',
      at: ago(9 * DAY_MINUTES),
      isSent: true,
      checks: 1,
      resultCode: '1',
      resultDescription: 'The balance is insufficient.',
    },
    {
      state: 'review',
      at: ago(1.2 * DAY_MINUTES),
      isSent: true,
      checks: 2,
      reportedKes: 500,
      receipt: `T${world.random.code(9)}`,
      resultCode: '0',
      resultDescription: 'KES 500 came instead of KES 1,000',
    },
  ]
  for (const [index, payment] of states.entries()) {
    const payer = payers[index * 2]
    if (payer && payer.joinedAt < payment.at) addPayment(world, payer, payment)
  }
  const closer = payers[1]
  if (closer) closePayment(world, closer)
}

function closePayment(world: World, person: Person): void {
  const at = later(world.calendar.now, -12 * DAY_MINUTES)
  const settledAt = world.calendar.atDesk(later(at, DAY_MINUTES))
  const decisionNote = 'Paid twice on one evening; the second payment was returned from the portal.'
  const change = {
    state: 'closed',
    settledAt,
    decidedBy: actorOf(STAFF.finance),
    decisionNote,
    checks: 3,
  } as const
  const paymentId = addPayment(world, person, { at, isSent: true, ...change })
  audit(world, {
    at: settledAt,
    by: STAFF.finance,
    action: 'premium-payment.closed',
    subject: `premium-payment:${paymentId}`,
    before: { state: 'review' },
    reason: decisionNote,
  })
}
