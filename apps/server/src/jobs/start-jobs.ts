import type { Deps } from '@chuma/core/deps'
import { sweepPayouts } from '@chuma/core/wallet/sweep-payouts'
import { startJobRunner } from '@chuma/db/job-runner'
import type { FastifyBaseLogger } from 'fastify'
import { createJobHandlers } from './create-job-handlers.ts'

type Options = { deps: Deps; log: FastifyBaseLogger; sweepSeconds: number }

/** Starts the workers and the sweep that finds payouts whose worker died. Any number of processes may run them. */
export async function startJobs({ deps, log, sweepSeconds }: Options) {
  const { timeZone } = await deps.economy()
  const runner = await startJobRunner(deps.db, {
    handlers: createJobHandlers(deps, log),
    schedules: [{ name: 'verify-ledger', cron: '30 3 * * *', timeZone }],
    onError: (error, job) => log.error({ err: error, job }, 'job failed'),
  })

  let sweep: Promise<void> | null = null
  const sweepOnce = () => {
    sweep ??= sweepPayouts(deps)
      .catch((error) => log.error({ err: error }, 'payout sweep failed'))
      .finally(() => {
        sweep = null
      })
  }
  sweepOnce()
  const timer = setInterval(sweepOnce, sweepSeconds * 1000)

  return {
    stop: async () => {
      clearInterval(timer)
      await sweep
      await runner.stop()
    },
  }
}
