import { sendTaxChanged } from '../../books/tax/send-tax-changed.ts'
import type { Deps } from '../../deps.ts'
import { sendPayoutNumberAdded } from '../../wallet/send-payout-number-added.ts'
import { sendWithdrawalNews } from '../../wallet/send-withdrawal-news.ts'
import { decideAutomatically } from '../automatic/decide-automatically.ts'
import { processPayoutCallback } from '../callbacks/process-payout-callback.ts'
import { sendDebtMoved } from '../debts/move-former-debts.ts'
import { sendDebtWrittenOff } from '../debts/send-debt-written-off.ts'
import { sendPauseNews } from '../pauses/send-pause-news.ts'
import { queryFloat } from '../queue/query-float.ts'
import { checkPayout } from './check-payout.ts'
import { sendPayout } from './send-payout.ts'

/** Run a job of the wallet as the server's workers do; other jobs are ignored. */
export async function doJob(deps: Deps, name: string, data: never): Promise<void> {
  const handlers: Record<string, (data: never) => Promise<unknown>> = {
    'send-payout': (data) => sendPayout(deps, data),
    'check-payout': (data) => checkPayout(deps, data),
    'process-payout-callback': (data) => processPayoutCallback(deps, data),
    'decide-payout': (data) => decideAutomatically(deps, data),
    'send-automatic-stopped': (data) => deps.mail.sendAutomaticStopped(data),
    'send-queue-stopped': (data) => deps.mail.sendQueueStopped(data),
    'send-float-low': (data) => deps.mail.sendFloatLow(data),
    'query-float': () => queryFloat(deps),
    'send-payout-number-added': (data) => sendPayoutNumberAdded(deps, data),
    'send-withdrawal-news': (data) => sendWithdrawalNews(deps, data),
    'send-tax-changed': (data) => sendTaxChanged(deps, data),
    'send-debt-written-off': (data) => sendDebtWrittenOff(deps, data),
    'send-debt-moved': (data) => sendDebtMoved(deps, data),
    'send-pause-news': (data) => sendPauseNews(deps, data),
  }
  await handlers[name]?.(data)
}
