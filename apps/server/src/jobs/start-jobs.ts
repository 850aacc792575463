import type { Deps } from '@chuma/core/deps'
import { sweepPayouts } from '@chuma/core/payouts/attempts/sweep-payouts'
import { sweepAutomatic } from '@chuma/core/payouts/automatic/decide-automatically'
import { sweepHolds } from '@chuma/core/payouts/holds/review-holds'
import { sweepPremium } from '@chuma/core/premium/payments'
import { sealPlainRows } from '@chuma/core/secrets/seal-stored'
import { sweepWebhooks } from '@chuma/core/webhooks/deliveries'
import { startJobRunner } from '@chuma/db/job-runner'
import { insertJob, insertJobUnlessWaiting, isJobName, JOB_QUEUES } from '@chuma/db/queries/jobs'
import type { FastifyBaseLogger } from 'fastify'
import type { Tracing } from '../tracing/tracing.ts'
import { doJob, type Mailing } from './do-job.ts'
import { repeat } from './repeat.ts'

/** The longest an event waits before its webhook is sent. */
const WEBHOOK_SWEEP_MS = 2000
/** After an update from a version that stored partners' requests or bank accounts in plain text. */
const SEAL_SWEEP_MS = 60_000

type Options = {
  deps: Deps
  mailing: Mailing
  log: FastifyBaseLogger
  sweepSeconds: number
  tracing?: Tracing | undefined
  pollSeconds?: number
}

/**
 * Start the workers, the sweep that finds payouts whose worker died, and the delivery of webhooks. Any number of processes
 * may run them.
 */
export async function startJobs({ deps, mailing, log, sweepSeconds, tracing, ...polling }: Options) {
  const { timeZone } = await deps.economy()
  const inSpan: NonNullable<typeof tracing>['inSpan'] = tracing?.inSpan ?? ((_about, work) => work())
  const runner = await startJobRunner(deps.db, {
    work: (job) =>
      inSpan({ name: `job ${job.name}`, attributes: { 'chuma.job_id': job.id } }, () =>
        doJob({ deps, mailing, log }, job),
      ),
    schedules: [
      { name: 'seal-books', cron: '* * * * *', timeZone },
      { name: 'publish-root', cron: '10 0 * * *', timeZone },
      { name: 'verify-ledger', cron: '30 3 * * *', timeZone },
      { name: 'reconcile-payouts', cron: '15 1 * * *', timeZone },
      { name: 'query-float', cron: '*/10 * * * *', timeZone },
      { name: 'watch-automatic-payout', cron: '* * * * *', timeZone },
      { name: 'release-credits', cron: '*/5 * * * *', timeZone },
      { name: 'add-up-receivables', cron: '* * * * *', timeZone },
      { name: 'add-up-clients', cron: '* * * * *', timeZone },
      { name: 'settle-survey-reviews', cron: '*/5 * * * *', timeZone },
      { name: 'settle-forgotten-events', cron: '*/5 * * * *', timeZone },
      { name: 'expire-surveys', cron: '40 * * * *', timeZone },
      { name: 'release-places', cron: '* * * * *', timeZone },
      { name: 'measure-surveys', cron: '*/5 * * * *', timeZone },
      { name: 'roll-up-figures', cron: '5 * * * *', timeZone },
      { name: 'sweep-throttle', cron: '10 * * * *', timeZone },
      { name: 'watch-alarms', cron: '*/5 * * * *', timeZone },
      { name: 'forget-webhooks', cron: '50 3 * * *', timeZone },
      { name: 'remind-premium', cron: '0 9 * * *', timeZone },
      { name: 'count-staff-figures', cron: '*/5 * * * *', timeZone },
      { name: 'settle-approvals', cron: '*/5 * * * *', timeZone },
      { name: 'find-clusters', cron: '*/5 * * * *', timeZone },
      { name: 'erase-members', cron: '20 * * * *', timeZone },
    ],
    onError: (error, job) => log.error({ err: error, job }, 'job failed'),
    ...polling,
  })

  const unfollow = deps.changes.follow({
    topics: Object.keys(JOB_QUEUES).map((name): `job:${string}` => `job:${name}`),
    ownerId: 'job-runner',
    hear: (topic) => {
      const name = topic.slice('job:'.length)
      if (isJobName(name)) runner.wake(name)
    },
    giveWay: () => {},
  })

  // A new site has figures, and open books, at once, not only after the next scheduled run.
  await deps.db.transaction().execute(async (trx) => {
    await insertJob(trx, 'count-staff-figures', {})
    await insertJobUnlessWaiting(trx, 'roll-up-figures', {})
  })

  const sweeps = [
    repeat(
      async () => {
        await inSpan({ name: 'sweep payments' }, () =>
          Promise.all([sweepPayouts(deps), sweepHolds(deps), sweepAutomatic(deps), sweepPremium(deps)]),
        )
        return false
      },
      {
        everyMs: sweepSeconds * 1000,
        onError: (error) => log.error({ err: error }, 'payment sweep failed'),
      },
    ),
    // Separate from payments: a receiver that does not answer delays only webhooks.
    repeat(async () => (await inSpan({ name: 'sweep webhooks' }, () => sweepWebhooks(deps))) > 0, {
      everyMs: WEBHOOK_SWEEP_MS,
      onError: (error) => log.error({ err: error }, 'webhook sweep failed'),
    }),
    repeat(() => inSpan({ name: 'seal plain rows' }, () => sealPlainRows(deps)), {
      everyMs: SEAL_SWEEP_MS,
      onError: (error) => log.error({ err: error }, 'sealing what is plain failed'),
    }),
  ]

  return {
    stop: async () => {
      unfollow()
      await Promise.all(sweeps.map((sweep) => sweep.stop()))
      await runner.stop()
    },
  }
}
