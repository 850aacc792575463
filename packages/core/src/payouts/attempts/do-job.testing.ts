import { sendTaxChanged } from '../../books/tax/send-tax-changed.ts'
import type { Deps } from '../../deps.ts'
import { sendPayoutNumberAdded, sendWithdrawalNews } from '../../wallet/wallet-mails.ts'
import { decideAutomatically } from '../automatic/decide-automatically.ts'
import { processPayoutCallback } from '../callbacks.ts'
import { sendDebtMoved, sendDebtWrittenOff } from '../debts.ts'
import { sendPauseNews } from '../pauses.ts'
import { queryFloat } from '../queue/query-float.ts'
import { checkPayout, sendPayout } from './send-payout.ts'

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
