import type { MailQueue } from '@chuma/contract/mails'
import type { Deps } from '../../deps.ts'
import { mailJobs } from '../../mail-jobs.ts'
import { decideAutomatically } from '../automatic/decide-automatically.ts'
import { processPayoutCallback } from '../callbacks.ts'
import { queryFloat } from '../queue/query-float.ts'
import { checkPayout, sendPayout } from './send-payout.ts'

const MAILS: readonly MailQueue[] = [
  'send-automatic-stopped',
  'send-queue-stopped',
  'send-float-low',
  'send-payout-number-added',
  'send-withdrawal-news',
  'send-tax-changed',
  'send-debt-written-off',
  'send-debt-moved',
  'send-pause-news',
]

/** Run a job of the wallet as the server's workers do; other jobs are ignored. */
export async function doJob(deps: Deps, name: string, data: never): Promise<void> {
  const handlers: Record<string, (data: never) => Promise<unknown>> = {
    'send-payout': (data) => sendPayout(deps, data),
    'check-payout': (data) => checkPayout(deps, data),
    'process-payout-callback': (data) => processPayoutCallback(deps, data),
    'decide-payout': (data) => decideAutomatically(deps, data),
    'query-float': () => queryFloat(deps),
  }
  const mail = MAILS.find((queue) => queue === name)
  await (mail ? mailJobs[mail](deps, data) : handlers[name]?.(data))
}
