import type { AutomaticMode, PersonReason } from '@chuma/contract/payouts/automatic-payouts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { idsOf, type WithdrawalRef } from './payouts.ts'

const now = sql<Date>`statement_timestamp()`

export type Decision = {
  mode: Exclude<AutomaticMode, 'off'>
  ruleVersion: number
  outcome: 'pay' | 'sample' | 'person'
  reasons: readonly PersonReason[]
  amountKes: number
  isApplied: boolean
  lookAgainAt: Date | null
}

/** Keep the newest evaluation of a withdrawal. The caller has locked its wallet. */
export async function upsertDecision(trx: Trx, ref: WithdrawalRef, decision: Decision): Promise<void> {
  const row = { ...decision, reasons: [...decision.reasons], decidedAt: now }
  await trx
    .insertInto('payoutDecision')
    .values({ memberId: ref.memberId, withdrawalId: ref.withdrawalId, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['memberId', 'withdrawalId'])
        .doUpdateSet((eb) => ({ ...row, decidedAt: eb.ref('excluded.decidedAt') })),
    )
    .execute()
}

export function findDecision(db: Db | Trx, { memberId, withdrawalId }: WithdrawalRef) {
  return db
    .selectFrom('payoutDecision')
    .select(['mode', 'ruleVersion', 'outcome', 'reasons', 'isApplied', 'isBarred', 'decidedAt'])
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirst()
}

type StaffDecision = { outcome: 'approved' | 'rejected'; actor: string }

/** For `writeTogether`: records what staff decided about withdrawals, as far as the rule has evaluated them. */
export function staffDecisionsUpdate(
  trx: Trx,
  refs: readonly WithdrawalRef[],
  { outcome, actor }: StaffDecision,
) {
  const { memberIds, withdrawalIds } = idsOf(refs)
  return trx
    .updateTable('payoutDecision')
    .set({ staffOutcome: outcome, staffActor: actor, staffDecidedAt: now, lookAgainAt: null })
    .where('memberId', 'in', memberIds)
    .where('withdrawalId', 'in', withdrawalIds)
    .returning('withdrawalId')
}

/** From now on a person decides: the approval was taken back. */
export async function barDecision(trx: Trx, { memberId, withdrawalId }: WithdrawalRef): Promise<void> {
  await trx
    .updateTable('payoutDecision')
    .set({
      isBarred: true,
      isApplied: false,
      outcome: 'person',
      reasons: ['undone'],
      staffOutcome: null,
      staffDecidedAt: null,
      staffActor: null,
    })
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .execute()
}

type Due = { ruleVersion: number; releasedAt: Date; limit: number }

/**
 * List the oldest pending withdrawals that the rule has not evaluated as it is now: never, with an older version, before the switch was
 * released, or when the answer can have changed. The newest wait for their own job first.
 */
export function listUndecided(db: Db, { ruleVersion, releasedAt, limit }: Due): Promise<WithdrawalRef[]> {
  return db
    .selectFrom('withdrawal')
    .leftJoin('payoutDecision', (join) =>
      join
        .onRef('payoutDecision.memberId', '=', 'withdrawal.memberId')
        .onRef('payoutDecision.withdrawalId', '=', 'withdrawal.withdrawalId'),
    )
    .select(['withdrawal.memberId', 'withdrawal.withdrawalId'])
    .where('withdrawal.status', '=', 'pending')
    .where('withdrawal.requestedAt', '<', sql<Date>`now() - interval '30 seconds'`)
    .where(
      sql<boolean>`(payout_decision.withdrawal_id is null or payout_decision.rule_version <> ${ruleVersion}
        or payout_decision.decided_at < ${releasedAt} or payout_decision.look_again_at <= now())`,
    )
    .orderBy('withdrawal.requestedAt')
    .limit(limit)
    .execute()
}
