import type { Deps } from '@chuma/core/deps'
import { sweepPremium } from '@chuma/core/premium/sweep-premium'
import { sweepPayouts } from '@chuma/core/wallet/sweep-payouts'
import { startJobRunner } from '@chuma/db/job-runner'
import { insertJob } from '@chuma/db/queries/jobs'
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
      { name: 'reconcile-payouts', cron: '15 1 * * *', timeZone },
      { name: 'query-float', cron: '*/10 * * * *', timeZone },
      { name: 'release-credits', cron: '*/5 * * * *', timeZone },
      { name: 'settle-forgotten-events', cron: '*/5 * * * *', timeZone },
      { name: 'expire-surveys', cron: '40 * * * *', timeZone },
      { name: 'roll-up-figures', cron: '5 * * * *', timeZone },
      { name: 'sweep-throttle', cron: '10 * * * *', timeZone },
      { name: 'remind-premium', cron: '0 9 * * *', timeZone },
      { name: 'count-staff-figures', cron: '*/5 * * * *', timeZone },
      { name: 'erase-members', cron: '20 * * * *', timeZone },
    ],
    onError: (error, job) => log.error({ err: error, job }, 'job failed'),
  })

  // A new site has figures at once and not only at the next full five minutes.
  await deps.db.transaction().execute((trx) => insertJob(trx, 'count-staff-figures', {}))

  let sweep: Promise<void> | null = null
  const sweepOnce = () => {
    sweep ??= Promise.all([sweepPayouts(deps), sweepPremium(deps)])
      .then(() => {})
      .catch((error) => log.error({ err: error }, 'payment sweep failed'))
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
