import type { PremiumPaymentState } from '@chuma/contract/premium/premium'
import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import {
  findPremiumNews,
  listDueReminders,
  lockPremium,
  takeReminder,
} from '@chuma/db/queries/premium/premium'
import {
  blotOutPremiumCallbacks,
  claimReference,
  findPaymentBy,
  getPayment,
  getPremiumCallback,
  lockPayment,
  type PaymentRef,
  updatePayment,
} from '@chuma/db/queries/premium/premium-payments'
import type { Deps } from '../deps.ts'
import { canMove } from '../state-machine.ts'
import type { PushResult, PushStatus } from './collector.ts'
import { movePayment, paymentMachine } from './payments.ts'

/**
 * Job: record a callback and query whether it is true. Anyone who learns the address can post to it, so a callback alone
 * neither grants nor refuses premium. Idempotent.
 */
export async function processPremiumCallback(deps: Deps, { callbackId }: { callbackId: string }) {
  const { tokenHash, body } = await getPremiumCallback(deps.db, callbackId)
  const ref = await findPaymentBy(deps.db, 'callback-token', tokenHash)
  if (!ref) throw new Error(`callback ${callbackId} names no payment`)
  const parsed = deps.collector?.parseCallback(body)
  await deps.db.transaction().execute(async (trx) => {
    if (parsed?.ok) await noteResult(trx, ref, parsed.value)
    // A callback that arrives after its member's erasure contains their data again.
    await blotOutPremiumCallbacks(trx, ref.memberId)
  })
  await checkPremiumPayment(deps, ref)
}

/** Also adds a receipt that arrives after premium was granted. */
async function noteResult(
  trx: Trx,
  ref: PaymentRef,
  { checkoutRequestId, receipt: said, amountKes }: PushResult,
): Promise<void> {
  const payment = await lockPayment(trx, ref)
  const { state, receipt: known } = payment
  if (state === 'closed' || (state === 'paid' && known !== null)) return
  // If the push's answer was lost, this is the first time we see its id. Another id belongs to another prompt.
  if (payment.checkoutRequestId !== null && payment.checkoutRequestId !== checkoutRequestId) return
  if (!(await claimReference(trx, ref, { kind: 'checkout', value: checkoutRequestId }))) return

  const receipt = known === null ? said?.toUpperCase() : undefined
  if (receipt !== undefined && !(await claimReference(trx, ref, { kind: 'receipt', value: receipt }))) {
    if (state === 'paid') return
    const resultDescription = `Receipt ${receipt} belongs to another payment`
    return movePayment(trx, { ref, payment }, { to: 'review', by: 'provider', resultDescription })
  }
  const news = {
    ...(payment.checkoutRequestId === null && state !== 'paid' ? { checkoutRequestId } : {}),
    ...(receipt === undefined ? {} : { receipt }),
    ...(amountKes === undefined ? {} : { reportedKes: amountKes }),
  }
  if (Object.keys(news).length > 0) await updatePayment(trx, ref, news)
}

/**
 * Job: query the status of a prompt, which is the only proof. A payment grants premium once, however late and often it is
 * reported. Does nothing until the prompt's id is known.
 */
export async function checkPremiumPayment(deps: Deps, ref: PaymentRef): Promise<void> {
  const { state, provider, checkoutRequestId } = await getPayment(deps.db, ref)
  if (!canBePaid(state) || checkoutRequestId === null || deps.collector?.name !== provider) return
  const status = await deps.collector.query(checkoutRequestId)
  if (status.outcome === 'pending') return
  const { timeZone } = await deps.economy()
  await deps.db.transaction().execute((trx) => applyStatus(trx, ref, { status, timeZone }))
}

const canBePaid = (from: PremiumPaymentState) => canMove(paymentMachine, { from, to: 'paid', by: 'provider' })

type Answer = { status: Exclude<PushStatus, { outcome: 'pending' }>; timeZone: string }

async function applyStatus(trx: Trx, ref: PaymentRef, { status, timeZone }: Answer): Promise<void> {
  // Erasure locks in the same order: the member before the payment.
  const member = await lockPremium(trx, ref.memberId)
  const payment = await lockPayment(trx, ref)
  if (!canBePaid(payment.state)) return
  const by = 'provider'
  const review = (resultDescription: string) =>
    movePayment(trx, { ref, payment }, { to: 'review', by, resultDescription })

  if (status.outcome === 'failed') {
    const { code: resultCode, description: resultDescription } = status
    return payment.receipt === null
      ? movePayment(trx, { ref, payment }, { to: 'failed', by, resultCode, resultDescription })
      : review(`Reported as paid, and on asking as failed: ${resultDescription}`)
  }
  if (!member) return review('Paid by a member whose account was deleted')
  if (payment.reportedKes !== null && payment.reportedKes < payment.amountKes) {
    return review(`KES ${payment.reportedKes} came in place of KES ${payment.amountKes}`)
  }
  const payer = { email: member.email, timeZone }
  await movePayment(
    trx,
    { ref, payment, payer },
    { to: 'paid', by, resultCode: null, resultDescription: null },
  )
}

type MailToMember = { memberId: string; email: string }

/**
 * Job: remind members whose premium ends soon, once for each end. Marking them and queueing the mails is one transaction.
 */
export async function remindPremium(deps: Pick<Deps, 'db' | 'economy'>): Promise<void> {
  const { premiumReminderDays } = await deps.economy()
  if (premiumReminderDays === 0) return
  let found = 1
  while (found > 0) {
    found = await deps.db.transaction().execute((trx) => takeReminders(trx, premiumReminderDays))
  }
}

/** Returns the number of members marked. */
async function takeReminders(trx: Trx, days: number): Promise<number> {
  let count = 0
  for (const memberId of await listDueReminders(trx, days)) {
    const member = await takeReminder(trx, memberId, days)
    if (!member) continue
    await insertJob(trx, 'send-premium-ending', member)
    count += 1
  }
  return count
}

/** Job: mail when premium ends and how to continue. Skipped if the member has paid again or cancelled since. */
export async function sendPremiumEnding(deps: Deps, { memberId, email }: MailToMember): Promise<void> {
  const { premiumReminderDays, premiumKesPerMonth, timeZone } = await deps.economy()
  const news = await findPremiumNews(deps.db, memberId)
  const isSoon = news && news.premiumUntil.getTime() - Date.now() <= (premiumReminderDays + 1) * 86_400_000
  if (!isSoon || news.premiumCancelledAt) return
  const { firstName, premiumUntil } = news
  await deps.mail('sendPremiumEnding', {
    to: email,
    firstName,
    premiumUntil,
    timeZone,
    kesPerMonth: premiumKesPerMonth,
  })
}

/** Job: mail that premium has begun or was extended, and until when. */
export async function sendPremiumStarted(deps: Deps, { memberId, email }: MailToMember): Promise<void> {
  const { timeZone } = await deps.economy()
  const news = await findPremiumNews(deps.db, memberId)
  if (!news) return
  const { firstName, premiumUntil } = news
  await deps.mail('sendPremiumStarted', { to: email, firstName, premiumUntil, timeZone })
}
