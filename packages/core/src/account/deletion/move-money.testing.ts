import { EXAMPLE_FORMATS } from '@chuma/contract/payouts/bank-batches'
import { insertBatch, settleBatchRow, takeBatchNumber } from '@chuma/db/queries/payouts/bank-batches'
import { insertCorrection } from '@chuma/db/queries/payouts/corrections'
import { upsertDecision } from '@chuma/db/queries/payouts/payout-decisions'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { decideWithdrawal } from '../../payouts/approvals/decide-withdrawal.ts'
import { answerAppeal, appealPayoutPause, pausePayouts } from '../../payouts/pauses.ts'
import {
  callBack,
  type createScriptedProvider,
  finance,
  newReceipt,
  paidResult,
  runJobs,
} from '../../payouts/testing.ts'
import { requestWithdrawal } from '../../payouts/withdrawals.ts'
import { grantPremium } from '../../premium/grant-premium.ts'
import { payPremium } from '../../premium/payments.ts'
import {
  callBack as callBackAboutPush,
  createScriptedCollector,
  runPremiumJobs,
} from '../../premium/testing.ts'

type Person = Record<'firstName' | 'lastName' | 'mpesaNumber' | 'accountNumber' | 'accountName', string>
type Sends = ReturnType<typeof createScriptedProvider>['sends']

/** A paid and a rejected withdrawal, a pause with an appeal, and a premium payment. */
export async function moveMoney(deps: Deps, member: SignedInMember, person: Person & { sends: Sends }) {
  const paid = await bePaid(deps, member, person)
  await beRejected(deps, member, person)
  await bePaused(deps, member, person)
  await payForPremium(deps, member, person)
  return paid
}

async function bePaid(deps: Deps, member: SignedInMember, person: Person & { sends: Sends }) {
  const { mpesaNumber, firstName, lastName, sends } = person
  const { id } = await requestWithdrawal(deps, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 2,
    mpesaNumber,
    idempotencyKey: 'one',
  })
  const ref = { memberId: member.memberId, withdrawalId: id }
  await deps.db.transaction().execute((trx) => upsertDecision(trx, ref, WOULD_PAY))
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await runJobs(deps)
  const payment = sends.at(-1)
  if (!payment) throw new Error('nothing was sent')
  const receipt = newReceipt()
  const result = { ...paidResult(payment, receipt), amountKes: payment.amountKes, msisdn: mpesaNumber }
  const words = JSON.stringify({ ...result, receiver: `${mpesaNumber} - ${firstName} ${lastName}` })
  await callBack(deps, payment.resultUrl, words)
  await runJobs(deps)
  await bePaidTwice(deps, ref)
  return { id, receipt, payment, words }
}

/** What the owner's rule said on trial. */
const WOULD_PAY = {
  mode: 'shadow',
  ruleVersion: 1,
  outcome: 'pay',
  reasons: [],
  amountKes: 2000,
  isApplied: false,
  lookAgainAt: null,
} as const

/** The house bears the second payment. */
async function bePaidTwice({ db }: Deps, ref: WithdrawalRef): Promise<void> {
  const second = {
    kind: 'duplicate',
    cause: null,
    receipt: newReceipt(),
    points: 0,
    amountKes: 2000,
  } as const
  await db
    .transaction()
    .execute((trx) => insertCorrection(trx, { ...ref, ...second, bookedBy: finance.name }))
}

async function beRejected(deps: Deps, member: SignedInMember, person: Person): Promise<void> {
  const { accountNumber, accountName, firstName } = person
  const { id } = await requestWithdrawal(deps, member, {
    withdrawalMethod: 'bank',
    pointsToWithdraw: 1,
    bankName: 'Equity Bank',
    accountNumber,
    accountName,
    idempotencyKey: undefined,
  })
  await beRefusedByBank(deps, { memberId: member.memberId, withdrawalId: id }, firstName)
  const adminNotes = `${firstName} is not the name of this account.`
  await decideWithdrawal(deps, finance, { id, status: 'rejected', adminNotes })
}

async function beRefusedByBank({ db }: Deps, ref: WithdrawalRef, firstName: string): Promise<void> {
  const [format] = EXAMPLE_FORMATS
  if (!format) throw new Error('there is no example')
  await db.transaction().execute(async (trx) => {
    const number = await takeBatchNumber(trx)
    const reference = `B${number}-1`
    await insertBatch(
      trx,
      {
        batchId: ref.withdrawalId,
        number,
        format,
        day: '2026-01-05',
        rowCount: 1,
        totalKes: 1000,
        contentHash: Buffer.alloc(32),
        createdBy: finance.name,
      },
      [{ ...ref, line: 1, reference, amountKes: 1000 }],
    )
    const reason = `${firstName} has no account here`
    await settleBatchRow(trx, { reference, outcome: 'failed', reason, settledBy: finance.name })
  })
}

async function bePaused(deps: Deps, member: SignedInMember, { firstName }: Person): Promise<void> {
  const { memberId } = member
  const { id } = await pausePayouts(deps, finance, { memberId, reason: `${firstName} has two numbers` })
  await appealPayoutPause(deps, member, { id, appeal: `${firstName} has two hands` })
  await answerAppeal(deps, finance, { id, answer: `${firstName} is right`, isLifted: true })
}

async function payForPremium(deps: Deps, member: SignedInMember, { firstName, mpesaNumber }: Person) {
  const { memberId } = member
  const { collector, pushes } = createScriptedCollector({ query: async () => ({ outcome: 'paid' }) })
  const paying = { ...deps, collector }
  await payPremium(paying, member, { mpesaNumber, months: 1 })
  await runPremiumJobs(paying)
  const checkoutRequestId = pushes[0]?.checkoutRequestId ?? ''
  const said = { checkoutRequestId, receipt: newReceipt(), amountKes: 1000 }
  await callBackAboutPush(paying, pushes[0], {
    raw: JSON.stringify({ ...said, payer: `${mpesaNumber} ${firstName}` }),
  })
  await runPremiumJobs(paying)
  await grantPremium(deps, finance, { memberId, months: 1, reason: `${firstName} won a prize` })
}
