import { stopQueue } from '@chuma/core/payouts/queue/queue'
import { createScriptedProvider, givenWithdrawal, scriptedPayouts } from '@chuma/core/payouts/testing'
import type { Db } from '@chuma/db/client'
import { readSwitch, updateSwitch } from '@chuma/db/queries/payouts/automatic-payouts'
import { sql } from 'kysely'
import type { Boss, Changes } from './change.ts'

/** There is no payout queue while people pay by hand. */
export const withQueue = scriptedPayouts(createScriptedProvider().provider)

/** Calls that change many things individually, each with its own audit entry. */
export const ROW_BY_ROW = [
  'admin.approveWithdrawals',
  'admin.importPayments',
  'admin.importSurveys',
  'admin.importBankResult',
]

/** Stop the running queue, and resume a stopped one. */
export function queueChanges(db: Db, boss: Boss): Changes {
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
    'admin.stopAutomaticPayout': async () => {
      await db.transaction().execute((trx) => updateSwitch(trx, null))
      return boss({ reason: 'Because' })
    },
    'admin.releaseAutomaticPayout': async () => {
      const trip = { cause: 'staff', reason: 'Because', trippedBy: 'system' } as const
      await db.transaction().execute((trx) => updateSwitch(trx, trip))
      const { trippedAt } = await readSwitch(db)
      return boss({ trippedAt: trippedAt?.toISOString(), note: 'Because' })
    },
    'admin.showPayoutDetails': async () => boss({ id: (await givenWithdrawal(db)).id }),
    'admin.retryPayout': async () => boss({ id: await givenRefused(db) }),
  }
}

/** A withdrawal whose payment the provider definitely refused. */
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
