import { later } from '../create-calendar.ts'
import { tellMessage } from '../house/tell-message.ts'
import { actorOf, audit, mail, type Person, STAFF, type Withdrawal, type World } from '../world.ts'
import { approve, attempt, newReceipt, reject, request, settlePaid } from './withdrawal-steps.ts'

const SUCCESS = { resultCode: '0', resultDescription: 'The service request is processed successfully.' }
const QUEUE = 'payout-queue:simulator'

const ANSWER = `Dear {firstName},

M-Pesa has given no results since half past ten this morning. Your points are safe: they are held for your withdrawal. We do not send a payment twice on a guess, so we wait until M-Pesa says what became of yours.

You need not do anything. We write again when it is solved.`

const QUESTIONS = [
  [
    'It says that nobody knows whether I was paid',
    'My withdrawal says that its result is unknown. Is my money lost?',
  ],
  ['Pesa yangu iko wapi?', 'Niliomba kutoa pesa asubuhi na bado sijapata ujumbe wa M-Pesa. Nifanye nini?'],
  ['No M-Pesa message yet', 'The site says approved since 10:31. I have no message on my phone.'],
  ['Should I ask again?', 'My payout hangs. Should I cancel it and ask for a smaller amount?'],
] as const

/** The weekday on which the provider gave no results, and how it was put right. */
export function tellIncident(world: World): void {
  const { calendar } = world
  const daysAgo = [24, 25, 26, 27].find((day) => [2, 3, 4].includes(calendar.weekdayOf(day))) ?? 24
  const at = (hour: number, minute: number) => calendar.at(daysAgo, hour * 60 + minute)
  const hit = listHit(world, daysAgo).map((person, index) => {
    const withdrawal = request(world, person, { at: at(8, 12 + 7 * index), points: 5 + ((index * 3) % 14) })
    approve(world, withdrawal, { at: later(at(10, 31), index / 6), by: STAFF.finance })
    return withdrawal
  })
  stopQueue(world, at)
  askAndAnswer(world, hit, at)
  for (const [index, withdrawal] of hit.entries()) resolve(world, withdrawal, { index, at })
}

type Clock = (hour: number, minute: number) => Date

function listHit({ people, calendar, ledger }: World, daysAgo: number): Person[] {
  return people
    .filter(
      ({ memberId, country, bank, joinedDaysAgo, fate }) =>
        country === 'Kenya' &&
        bank === null &&
        joinedDaysAgo > daysAgo + 3 &&
        ['ordinary', 'premium', 'lapsed'].includes(fate) &&
        ledger.spendableAt(memberId, calendar.at(daysAgo, 480)) > 20,
    )
    .slice(0, 9)
}

function stopQueue(world: World, at: Clock): void {
  const stopped = 'No results from M-Pesa since 10:31. Safaricom has been told, ticket INC-48213.'
  audit(world, {
    at: at(10, 52),
    by: STAFF.finance,
    action: 'payout-queue.stopped',
    subject: QUEUE,
    reason: stopped,
  })
  mail(world, {
    at: at(10, 53),
    kind: 'sendQueueStopped',
    to: 'support@demo.chuma',
    subject: 'Payouts are stopped',
  })
  world.rows.contactTemplate.push({
    templateId: world.random.uuid(),
    name: 'M-Pesa outage',
    subject: 'Your payout and the M-Pesa outage',
    text: ANSWER,
    updatedBy: actorOf(STAFF.support),
    updatedAt: at(11, 18),
    retiredAt: null,
  })
  audit(world, {
    at: at(11, 18),
    by: STAFF.support,
    action: 'contact-template.created',
    subject: 'contact-template:M-Pesa outage',
  })
  const resumed = 'Safaricom delivers results again and has sent those of the morning.'
  audit(world, {
    at: at(15, 6),
    by: STAFF.owner,
    action: 'payout-queue.resumed',
    subject: QUEUE,
    reason: resumed,
  })
}

function askAndAnswer(world: World, hit: Withdrawal[], at: Clock): void {
  for (const [index, [subject, message]] of QUESTIONS.entries()) {
    const person = hit[index]?.person
    if (!person) continue
    const text = ANSWER.replace('{firstName}', person.firstName)
    const reply = { at: at(11 + index, 24), by: STAFF.support, text }
    tellMessage(world, {
      at: at(11, 2 + 11 * index),
      person,
      subject,
      message,
      status: index === 3 ? 'closed' : 'answered',
      reply,
    })
  }
}

function resolve(world: World, withdrawal: Withdrawal, { index, at }: { index: number; at: Clock }): void {
  const sentAt = later(at(10, 31), index / 6)
  const settledAt = later(at(15, 9), index / 4)
  const receipt = newReceipt(world)
  if (index < 5) {
    // The provider's own word, four hours late.
    attempt(world, withdrawal, { state: 'paid', at: sentAt, settledAt, receipt, checks: 4, ...SUCCESS })
    settlePaid(world, withdrawal, { at: settledAt, receipt })
  } else if (index < 7) {
    const provenAt = at(13, 31 + index)
    attempt(world, withdrawal, { state: 'paid', at: sentAt, settledAt: provenAt, receipt, checks: 4 })
    const reason = 'Seen in the M-Pesa portal during the outage'
    settlePaid(world, withdrawal, { at: provenAt, receipt, by: STAFF.finance, reason })
  } else {
    const resultDescription = 'M-Pesa had an internal failure; its statement shows no payment.'
    attempt(world, withdrawal, {
      state: 'failed',
      at: sentAt,
      settledAt,
      checks: 4,
      resultCode: '17',
      resultDescription,
    })
    if (index === 7) tryAgain(world, withdrawal, { at: at(15, 40), receipt })
    else {
      const reason = 'M-Pesa did not pay this during its outage. Your points are back; please ask again.'
      reject(world, withdrawal, { at: at(15, 48), reason, by: STAFF.finance })
    }
  }
}

function tryAgain(
  world: World,
  withdrawal: Withdrawal,
  { at, receipt }: { at: Date; receipt: string },
): void {
  const settledAt = later(at, 0.3)
  audit(world, {
    at,
    by: STAFF.finance,
    action: 'withdrawal.payout-retried',
    subject: `withdrawal:${withdrawal.row.withdrawalId}`,
    before: { payoutState: 'needs_review', attemptNo: 1 },
    after: { payoutState: 'queued' },
  })
  attempt(world, withdrawal, { state: 'paid', at, attemptNo: 2, settledAt, receipt, ...SUCCESS })
  settlePaid(world, withdrawal, { at: settledAt, receipt })
}
