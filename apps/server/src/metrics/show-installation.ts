import type { Gauges } from '@chuma/db/queries/metrics'
import { Gauge, type Registry } from 'prom-client'

/** The figures that every process reads alike. */
export function showInstallation(registry: Registry): (gauges: Gauges) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const liability = gauge('chuma_liability_points', 'Points that members hold')
  const oldest = gauge(
    'chuma_oldest_pending_withdrawal_seconds',
    'How long the oldest withdrawal waits for a decision',
  )
  const lists = {
    withdrawals: gauge('chuma_withdrawals', 'Withdrawals that are not at their end', ['state']),
    jobs: gauge('chuma_jobs', 'Jobs that are not done', ['queue', 'state']),
    postings: gauge('chuma_postings_last_hour', 'Postings of the last hour', ['kind']),
    partnerEvents: gauge('chuma_failed_postbacks_last_hour', 'Postbacks that moved no points', ['outcome']),
    mails: gauge('chuma_unsent_mails_last_day', 'Mails that are not known to have arrived', ['state']),
  }
  return (gauges) => {
    liability.set(gauges.liabilityPoints)
    oldest.set(gauges.oldestPendingSeconds)
    for (const [name, shown] of Object.entries(lists)) {
      // What there is none of any more must not stay at its last number.
      shown.reset()
      for (const { count, ...labels } of gauges[name as keyof typeof lists]) shown.set(labels, count)
    }
  }
}
