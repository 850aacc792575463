import { stopQueue } from '@chuma/core/payouts/queue/stop-queue'
import { createScriptedProvider, givenWithdrawal, scriptedPayouts } from '@chuma/core/payouts/testing'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'

type Change = { token?: string; input?: unknown }

/** Where people pay there is no queue. */
export const withQueue = scriptedPayouts(createScriptedProvider().provider)

/** What changes many things, each by itself and each with an entry of its own. */
export const ROW_BY_ROW = ['admin.approveWithdrawals', 'admin.importPayments', 'admin.importSurveys']

/** A stop of the queue that was going, and the end of a stop. */
export function queueChanges(
  db: Db,
  boss: (input: unknown) => Promise<Change>,
): Record<string, () => Promise<Change>> {
  return {
    'admin.stopPayoutQueue': async () => {
      await db.deleteFrom('payoutQueue').execute()
      return boss({ reason: 'Because' })
    },
    'admin.resumePayoutQueue': async () => {
      const stop = { reason: 'Because', code: null, actor: 'system', address: null }
      await db.transaction().execute((trx) => stopQueue(trx, 'scripted', stop))
      return boss({ note: 'Because' })
    },
    'admin.retryPayout': async () => boss({ id: await givenRefused(db) }),
  }
}

/** A withdrawal whose payment the provider refused for certain. */
async function givenRefused(db: Db): Promise<string> {
  const { id, ref } = await givenWithdrawal(db)
  await sql`update withdrawal set status = 'approved', payout_state = 'needs_review' where withdrawal_id = ${id}`.execute(
    db,
  )
  await sql`
    insert into payout_attempt (member_id, withdrawal_id, attempt_no, provider, state, originator_conversation_id, amount_kes,
      mpesa_number)
    values (${ref.memberId}, ${id}, 1, 'scripted', 'not_sent', ${id.replaceAll('-', '').slice(0, 20)}, 2000, '254712345678')
  `.execute(db)
  return id
}
