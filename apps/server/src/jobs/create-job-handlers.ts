import { verifyLedger } from '@chuma/core/admin/verify-ledger'
import { sendAddressTaken } from '@chuma/core/auth/send-address-taken'
import { sendVerification } from '@chuma/core/auth/send-verification'
import type { Deps } from '@chuma/core/deps'
import { checkPayout } from '@chuma/core/wallet/check-payout'
import { processPayoutCallback } from '@chuma/core/wallet/process-payout-callback'
import { sendPayout } from '@chuma/core/wallet/send-payout'
import { sendWithdrawalNews } from '@chuma/core/wallet/send-withdrawal-news'
import type { JobHandlers } from '@chuma/db/job-runner'
import type { FastifyBaseLogger } from 'fastify'

/** Which business function does which job. */
export function createJobHandlers(deps: Deps, log: FastifyBaseLogger): JobHandlers {
  return {
    'send-verification': (data) => sendVerification(deps, data),
    'send-address-taken': (data) => sendAddressTaken(deps, data),
    'send-withdrawal-news': (data) => sendWithdrawalNews(deps, data),
    'send-payout': (data) => sendPayout(deps, data),
    'check-payout': (data) => checkPayout(deps, data),
    'process-payout-callback': (data) => processPayoutCallback(deps, data),
    'verify-ledger': async () => {
      const report = await verifyLedger(deps)
      if (!report.ok) log.fatal({ findings: report.findings }, 'the ledger does not add up')
    },
  }
}
