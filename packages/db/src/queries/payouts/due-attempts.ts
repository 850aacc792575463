import { ALL_RAILS } from '@chuma/contract/payouts/payout-queue'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { AttemptRef } from './payout-attempts.ts'

const now = sql<Date>`statement_timestamp()`

/**
 * List attempts that no worker handles: not sent yet, a sender that died, a missing result. Those that wait to be sent are left out
 * while their provider's queue, or everything, is stopped.
 */
export function listDueAttempts(db: Db, limit: number) {
  return db
    .selectFrom('payoutAttempt')
    .select(['memberId', 'withdrawalId', 'attemptNo', 'state'])
    .where('state', 'in', ['prepared', 'sending', 'sent', 'unknown'])
    .where('nextCheckAt', '<=', now)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('state', '<>', 'prepared'),
        not(
          exists(
            selectFrom('payoutQueue')
              .select('provider')
              .where('isStopped', '=', true)
              .where((queue) =>
                queue.or([
                  queue('payoutQueue.provider', '=', queue.ref('payoutAttempt.provider')),
                  queue('payoutQueue.provider', '=', ALL_RAILS),
                ]),
              ),
          ),
        ),
      ]),
    )
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute()
}

/**
 * Make waiting attempts due now, because the cause may be gone; not those that back off from a busy provider. Locks them in one
 * order, so that two callers cannot deadlock.
 */
export async function hastenPrepared(trx: Trx): Promise<void> {
  await trx
    .with('waiting', (query) =>
      query
        .selectFrom('payoutAttempt as a')
        .innerJoin('withdrawal as w', (join) =>
          join.onRef('w.memberId', '=', 'a.memberId').onRef('w.withdrawalId', '=', 'a.withdrawalId'),
        )
        .select(['a.memberId', 'a.withdrawalId', 'a.attemptNo'])
        .where('w.waitReason', 'is distinct from', 'busy')
        .where('a.state', '=', 'prepared')
        .where('a.nextCheckAt', '>', now)
        .orderBy('a.memberId')
        .orderBy('a.withdrawalId')
        .orderBy('a.attemptNo')
        .forUpdate('a'),
    )
    .updateTable('payoutAttempt')
    .from('waiting')
    .set({ nextCheckAt: now })
    .whereRef('waiting.memberId', '=', 'payoutAttempt.memberId')
    .whereRef('waiting.withdrawalId', '=', 'payoutAttempt.withdrawalId')
    .whereRef('waiting.attemptNo', '=', 'payoutAttempt.attemptNo')
    .where('payoutAttempt.state', '=', 'prepared')
    .execute()
}

/** Postpone a due attempt and return its state; undefined when another worker was first. */
export function postponeAttempt(trx: Trx, ref: AttemptRef, seconds: number) {
  return trx
    .updateTable('payoutAttempt')
    .set({ nextCheckAt: sql<Date>`statement_timestamp() + make_interval(secs => ${seconds})` })
    .where('memberId', '=', ref.memberId)
    .where('withdrawalId', '=', ref.withdrawalId)
    .where('attemptNo', '=', ref.attemptNo)
    .where('state', 'in', ['prepared', 'sending', 'sent', 'unknown'])
    .where('nextCheckAt', '<=', now)
    .returning('state')
    .executeTakeFirst()
}
