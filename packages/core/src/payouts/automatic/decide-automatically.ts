import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { PersonReason } from '@chuma/contract/payouts/automatic-payouts'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { type Decision, upsertDecision } from '@chuma/db/queries/payouts/automatic/payout-decisions'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { readEconomy } from '../../admin/economy/create-economy-reader.ts'
import { isEconomyChosen } from '../../admin/economy/require-chosen-economy.ts'
import type { Deps } from '../../deps.ts'
import { type LockedPayout, lockPayout } from '../attempts/lock-payout.ts'
import { queuePayout } from '../queue/queue-payout.ts'
import { isSample } from './is-sample.ts'
import { listObjections } from './judge.ts'
import { readAutomaticFacts } from './read-automatic-facts.ts'

/** The name under its decisions, which members read. */
const SIGNATURE = 'automatic'
/** For the float, which another transfer fills. */
const FLOAT_AGAIN_MS = 10 * 60_000

type Deciding = Pick<Deps, 'db' | 'secrets' | 'payouts' | 'isEconomyChoiceRequired'>

/**
 * Job: let the owner's rule look at a pending withdrawal, under the locks that staff take to decide it, so that of two decisions one
 * counts. Records what it says; approves only with the rule on. Safe to repeat.
 */
export async function decideAutomatically(deps: Deciding, ref: WithdrawalRef): Promise<void> {
  const isChosen = await isEconomyChosen(deps)
  await deps.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, ref)
    if (payout.withdrawal.status !== 'pending') return
    // Not the cached one: a rule that was tightened counts from its commit on.
    const { version: ruleVersion, record: terms } = await readEconomy(trx)
    const { automaticPayout: mode } = terms
    if (mode === 'off') return
    const verdict = await judge(trx, deps, { payout, terms, isChosen })
    const isApplied = mode === 'on' && verdict.outcome === 'pay'
    const decision = { ...verdict, mode, ruleVersion, isApplied, amountKes: payout.withdrawal.amountKes }
    await upsertDecision(trx, payout.ref, decision)
    if (isApplied) await approve(trx, deps, { payout, decision, terms })
  })
}

type Judging = { payout: LockedPayout; terms: Economy; isChosen: boolean }
type Verdict = Pick<Decision, 'outcome' | 'reasons' | 'lookAgainAt'>

async function judge(trx: Trx, deps: Deciding, { payout, terms, isChosen }: Judging): Promise<Verdict> {
  const { facts, now, tomorrow } = await readAutomaticFacts(trx, { deps, payout, terms })
  const reasons = listObjections({ ...facts, isEconomyChosen: isChosen }, terms)
  if (reasons.length > 0)
    return { outcome: 'person', reasons, lookAgainAt: whenAgain(reasons, now, tomorrow) }
  const drawn = { memberId: payout.ref.memberId, paidCount: facts.paidCount }
  if (isSample(deps, drawn, terms.automaticSamplePercent)) {
    return { outcome: 'sample', reasons: ['sample'], lookAgainAt: null }
  }
  return { outcome: 'pay', reasons: [], lookAgainAt: null }
}

/** Only what time alone can change. A hold that ends, a new rule and a released switch ask again. */
function whenAgain(reasons: readonly PersonReason[], now: Date, tomorrow: Date): Date | null {
  if (reasons.includes('day') || reasons.includes('member-day')) return tomorrow
  return reasons.includes('float') ? new Date(now.getTime() + FLOAT_AGAIN_MS) : null
}

type Approving = { payout: LockedPayout; decision: Decision; terms: Economy }

async function approve(
  trx: Trx,
  { payouts }: Deciding,
  { payout, decision, terms }: Approving,
): Promise<void> {
  const { ref, withdrawal } = payout
  await queuePayout(trx, payouts, {
    payout,
    by: 'worker',
    isAutomatic: true,
    adminComment: null,
    processedBy: SIGNATURE,
  })
  await insertAuditEntry(trx, {
    actor: 'system',
    action: 'withdrawal.approved',
    subject: `withdrawal:${ref.withdrawalId}`,
    before: { status: withdrawal.status, payoutState: withdrawal.payoutState },
    after: {
      status: 'approved',
      payoutState: 'queued',
      amountKes: withdrawal.amountKes,
      ruleVersion: decision.ruleVersion,
      rule: {
        maxKes: terms.automaticMaxKes,
        memberDayKes: terms.automaticMemberDayKes,
        dayKes: terms.automaticDayKes,
        belowRisk: terms.automaticBelowRisk,
      },
    },
    reason: "The owner's rule",
    address: null,
  })
}
