import { stopQueue } from '@chuma/core/wallet/stop-queue'
import { createScriptedProvider, scriptedPayouts } from '@chuma/core/wallet/testing'
import type { Db } from '@chuma/db/client'

type Change = { token?: string; input?: unknown }

/** Where people pay there is no queue. */
export const withQueue = scriptedPayouts(createScriptedProvider().provider)

/** What changes many withdrawals, each by itself and each with an entry of its own. */
export const ROW_BY_ROW = ['admin.approveWithdrawals', 'admin.importPayments']

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
  }
}
