import { createHash, timingSafeEqual } from 'node:crypto'
import { type Db, getPoolStats } from '@chuma/db/client'
import { getPointsTotal } from '@chuma/db/queries/admin/economy'
import { type Gauges, readGauges } from '@chuma/db/queries/metrics'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type MetricsOptions = { metrics: Metrics; token: string }

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Measure every request, and serve the figures under /metrics. They reveal how the business is doing, so reading them takes
 * the token.
 */
export const metricsRoute = fp<MetricsOptions>(async (app, { metrics, token }) => {
  const expected = digest(token)
  app.addHook('onResponse', async (request, reply) => {
    // An unmatched path is any text a stranger sends, so it must not become a label.
    const route = request.routeOptions.url ?? 'none'
    metrics.observeRequest(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const given = /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!timingSafeEqual(digest(given), expected)) {
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('401 Unauthorized')
    }
    reply.type(metrics.contentType).header('cache-control', 'no-store')
    try {
      return await metrics.read()
    } catch (error) {
      // The process's own figures matter most when the database is away.
      request.log.warn({ err: error }, 'the figures of the database cannot be read')
      return metrics.ownOnly()
    }
  })
})

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** The database is counted at most this often, however many scrapers ask. */
const FRESH_MS = 10_000
/** Adding up a million wallets takes a tenth of a second. */
const LIABILITY_FRESH_MS = 120_000

type Metrics = ReturnType<typeof createMetrics>

/**
 * Create the metrics of this process, and those of the whole installation read from `db`. The two are kept apart: when the
 * database is away, its last figures must not be reported as current.
 */
export function createMetrics(db: Db, pools: Record<string, Db> = { doors: db }) {
  const own = new Registry()
  const ofInstallation = new Registry()
  collectDefaultMetrics({ register: own })
  const requests = new Histogram({
    name: 'chuma_http_request_seconds',
    help: 'Time from the arrival of a request to the end of its response, by the route it matched',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [own],
  })
  const procedures = new Histogram({
    name: 'chuma_procedure_seconds',
    help: 'Time that a tRPC procedure took, by its path and how it ended',
    labelNames: ['procedure', 'outcome'],
    buckets: SECONDS,
    registers: [own],
  })
  observePools(own, pools)
  const show = showInstallation(ofInstallation)
  const all = Registry.merge([own, ofInstallation])
  const readFresh = keepFresh(FRESH_MS, () => readGauges(db))
  const readLiability = keepFresh(LIABILITY_FRESH_MS, () => getPointsTotal(db))
  return {
    contentType: own.contentType,
    /** @throws what the database throws; the process's own figures are in `ownOnly` */
    read: async () => {
      show(await readFresh(), await readLiability())
      return all.metrics()
    },
    ownOnly: () => own.metrics(),
    observeRequest: (labels: { method: string; route: string; status: number }, seconds: number) =>
      requests.observe(labels, seconds),
    observeProcedure: (labels: { procedure: string; outcome: string }, seconds: number) =>
      procedures.observe(labels, seconds),
  }
}

function observePools(registry: Registry, pools: Record<string, Db>) {
  new Gauge({
    name: 'chuma_pool_connections',
    help: 'Connections to the database, and calls that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, db] of Object.entries(pools)) {
        const { total, idle, waiting } = getPoolStats(db)
        this.set({ pool, state: 'busy' }, total - idle)
        this.set({ pool, state: 'idle' }, idle)
        this.set({ pool, state: 'waiting' }, waiting)
      }
    },
  })
}

/** One read at a time, and none while the last is fresh. A failed read is not kept. */
function keepFresh<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { at: number; value: Promise<Value> } | null = null
  return () => {
    if (last && performance.now() - last.at < ms) return last.value
    const value = read()
    last = { at: performance.now(), value }
    value.catch(() => {
      last = null
    })
    return value
  }
}

/** The figures that are the same whichever process reads them. */
function showInstallation(registry: Registry): (gauges: Gauges, liabilityPoints: number) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const liability = gauge('chuma_liability_points', 'Points that members hold, added up every few minutes')
  const oldest = gauge(
    'chuma_oldest_pending_withdrawal_seconds',
    'How long the oldest withdrawal waits for a decision',
  )
  const stopped = gauge('chuma_automatic_payout_stopped', '1 while auto-approval is stopped')
  const books = {
    bookFindings: gauge('chuma_books_findings', 'What the last check of the ledger and audit log found'),
    booksCheckedSeconds: gauge('chuma_books_checked_seconds', 'How long ago that check was'),
    unsealedSeconds: gauge('chuma_books_unsealed_seconds', 'Age of the last seal, if a posting came since'),
  }
  const lists = {
    withdrawals: gauge('chuma_withdrawals', 'Withdrawals that are not in a final state', ['state']),
    jobs: gauge('chuma_jobs', 'Jobs that are not done', ['queue', 'state']),
    postings: gauge('chuma_postings_last_hour', 'Postings of the last hour', ['kind']),
    partnerEvents: gauge('chuma_failed_postbacks_last_hour', 'Postbacks that moved no points', ['outcome']),
    alarms: gauge('chuma_alarms', 'Open alarms', ['cause']),
    mails: gauge('chuma_unsent_mails_last_day', 'Mails that are not known to have arrived', ['state']),
  }
  return (gauges, liabilityPoints) => {
    liability.set(liabilityPoints)
    oldest.set(gauges.oldestPendingSeconds)
    stopped.set(gauges.automaticStopped)
    for (const [name, shown] of Object.entries(books)) shown.set(gauges[name as keyof typeof books])
    for (const [name, shown] of Object.entries(lists)) {
      // A label that no longer occurs must not keep its last number.
      shown.reset()
      for (const { count, ...labels } of gauges[name as keyof typeof lists]) shown.set(labels, count)
    }
  }
}
