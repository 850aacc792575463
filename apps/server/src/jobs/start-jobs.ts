import type { Deps } from '@chuma/core/deps'
import { sweepPayouts } from '@chuma/core/wallet/sweep-payouts'
import { startJobRunner } from '@chuma/db/job-runner'
import type { FastifyBaseLogger } from 'fastify'
import { doJob, type Mailing } from './do-job.ts'

type Options = { deps: Deps; mailing: Mailing; log: FastifyBaseLogger; sweepSeconds: number }

/** Starts the workers and the sweep that finds payouts whose worker died. Any number of processes may run them. */
export async function startJobs({ deps, mailing, log, sweepSeconds }: Options) {
  const { timeZone } = await deps.economy()
  const runner = await startJobRunner(deps.db, {
    work: (job) => doJob({ deps, mailing, log }, job),
    schedules: [
      { name: 'verify-ledger', cron: '30 3 * * *', timeZone },
      { name: 'release-credits', cron: '*/5 * * * *', timeZone },
      { name: 'settle-forgotten-events', cron: '*/5 * * * *', timeZone },
      { name: 'expire-surveys', cron: '40 * * * *', timeZone },
      { name: 'sweep-throttle', cron: '10 * * * *', timeZone },
      { name: 'erase-members', cron: '20 * * * *', timeZone },
    ],
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
