import { fileURLToPath } from 'node:url'
import { ensureEconomy } from '@chuma/core/admin/economy'
import { createProductReader } from '@chuma/core/admin/product'
import { issueSetUpLink } from '@chuma/core/admin/set-up/issue-set-up-link'
import { approvalRuns } from '@chuma/core/approval-runs'
import { createPasswords } from '@chuma/core/auth/passwords/passwords'
import { createTransparencyReader } from '@chuma/core/books/create-transparency-reader'
import { DEMO_STAFF, seedDemo } from '@chuma/core/demo/seed-demo'
import { storyBegins } from '@chuma/core/demo/story/create-story'
import type { Deps } from '@chuma/core/deps'
import { createEconomyReader, createOwedReader } from '@chuma/core/economy'
import { reportToken } from '@chuma/core/inbox/texts/receive-report'
import type { TextTransport } from '@chuma/core/inbox/texts/sms'
import { createChanges, followDatabase } from '@chuma/core/live/watch'
import { createPayoutTimes } from '@chuma/core/payouts/automatic/list-expected-payouts'
import { createCatalogueReader } from '@chuma/core/surveys/catalogue'
import { createTaxReader } from '@chuma/core/wallet/tax'
import { createWantedEventsReader } from '@chuma/core/webhooks/endpoints'
import { createDb, type Db } from '@chuma/db/client'
import { insertCapturedText } from '@chuma/db/queries/texts'
import { readReport } from '@chuma/sms/reports'
import { writeCodeText } from '@chuma/sms/texts'
import { createAfricasTalkingTransport, createCaptureTransport } from '@chuma/sms/transport'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Env } from './env.ts'
import { health } from './health.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { createLogger } from './logging/logger.ts'
import { createMetrics, type MetricsOptions, metricsRoute } from './metrics/metrics.ts'
import { openDatabase } from './open-database.ts'
import { OperatorError } from './operator/run-command.ts'
import { gracefulClose } from './plugins/graceful-close.ts'
import { printBanner } from './print-banner.ts'
import { announceProgress } from './progress.ts'
import { connectPostbacks, openInstallation } from './providers/open-installation.ts'
import { openMailing } from './providers/open-mailing.ts'
import { openPayouts } from './providers/rails.ts'
import { openSealing } from './providers/sealing.ts'
import { openTracing, type Tracing, traceFetch } from './tracing/tracing.ts'
import { connectWebhooks } from './webhooks/webhooks.ts'

type Closable = { name: string; close: () => Promise<unknown> }

/**
 * Open everything in order, serve, and on a signal close it in reverse: requests first, the database last. A failure closes
 * what was already open.
 */
export async function run(env: Env): Promise<void> {
  const tracing = await openTracing(env, (error) => log.warn({ err: error }, 'traces are lost'))
  const log = createLogger(env.logLevel, undefined, tracing?.traceId)
  const opened: Closable[] = []
  const stop = stopOnSignal(opened, log)
  if (tracing) opened.unshift({ name: 'tracing', close: tracing.close })
  try {
    const database = await openDatabase(env, { log, tracing })
    opened.unshift({ name: 'database', close: database.close })
    const { db, jobsDb, secrets } = database
    const hasStory = env.demo && env.DEMO_STORY
    await ensureEconomy(db, { isChosen: env.demo, ...(hasStory && { createdAt: storyBegins() }) })

    const changes = createChanges()
    const listener = followDatabase({
      changes,
      connectionString: database.directUrl,
      onLost: (error) =>
        log.warn({ err: error }, 'pages get no updates until the database connection is back'),
    })
    opened.unshift({ name: 'listener', close: listener.close })

    const { close: closePayouts, ...paying } = await openPayouts(env, { db: jobsDb, secrets, log, tracing })
    opened.unshift({ name: 'payouts', close: closePayouts })
    const readers = openReaders(env, { db, changes })
    const mailing = openMailing(env, { db: jobsDb, ...readers })
    const deps: Deps = {
      db,
      ...readers,
      isEconomyChoiceRequired: !env.demo,
      mail: mailing.write(() => Promise.reject(new Error('only jobs send mail'))),
      sms: openSms(env, { db: jobsDb, tracing }),
      secrets,
      passwords: createPasswords(),
      accounts: env.accounts,
      approvalRuns,
      installation: openInstallation(env, { rails: paying.payouts.rails, mailing }),
      ...paying,
      postbacks: connectPostbacks(env.publicUrl),
      webhooks: connectWebhooks({ allowsLoopback: env.demo }),
      ...openSealing(env, log),
      changes,
      reportFailure: (error, about) => log.error({ err: error }, about),
    }
    if (env.accounts.isSecondFactorWaived)
      log.warn('staff may sign in with a password alone: STAFF_SECOND_FACTOR=optional-in-production')
    if (env.demo && env.ROLE !== 'worker') await seedAsOwner(database.ownerUrl, deps, hasStory)
    const app = await openApp(env, { deps, pools: { doors: db, jobs: jobsDb }, tracing, log })
    opened.unshift({ name: 'http', close: () => app.close() })
    await listen(app, env)
    opened.unshift({ name: 'traffic', close: () => app.drain(env.DRAIN_SECONDS) })
    if (env.ROLE !== 'web') {
      const timing = { sweepSeconds: env.PAYOUT_SWEEP_SECONDS, tracing }
      const jobs = await startJobs({ deps: { ...deps, db: jobsDb }, mailing, log, ...timing })
      opened.splice(2, 0, { name: 'jobs', close: jobs.stop })
    }
    const serves = env.ROLE !== 'worker'
    // Not from the pool of calls, which gives up soon: a busy start must not end the process.
    const setUp = serves && !env.demo ? await issueSetUpLink({ db: jobsDb }, { revokesOthers: false }) : null
    printBanner(env, { setUp, reportToken: reportToken(secrets) })
  } catch (error) {
    await stop()
    throw error
  }
}

type Readers = Pick<
  Deps,
  | 'economy'
  | 'owedPoints'
  | 'product'
  | 'surveyCatalogue'
  | 'wantedEvents'
  | 'taxPercent'
  | 'transparency'
  | 'payoutTimes'
>

/** What is read often, and cached until it changes or for minutes. */
function openReaders(env: Env, { db, changes }: Pick<Deps, 'db' | 'changes'>): Readers {
  return {
    economy: createEconomyReader(db, { changes }),
    owedPoints: createOwedReader(db),
    product: createProductReader(db, env.product, { changes }),
    surveyCatalogue: createCatalogueReader(db, { changes }),
    wantedEvents: createWantedEventsReader(db, { changes }),
    taxPercent: createTaxReader(db),
    transparency: createTransparencyReader(db),
    payoutTimes: createPayoutTimes({ db }),
  }
}

/** The story is older than its installation, and only the owner may write postings with their own dates. */
async function seedAsOwner(ownerUrl: string, deps: Deps, hasStory: boolean): Promise<void> {
  const db = createDb(ownerUrl, { max: 4 })
  try {
    await seedDemo({ ...deps, db }, { hasStory })
    announceProgress(0.8)
  } finally {
    await db.destroy()
  }
}

type Parts = { deps: Deps; pools: Record<string, Db>; tracing: Tracing | undefined; log: FastifyBaseLogger }

function openApp(env: Env, { deps, pools, tracing, log }: Parts): Promise<FastifyInstance> {
  const metrics = env.METRICS_TOKEN
    ? { metrics: createMetrics(deps.db, pools), token: env.METRICS_TOKEN }
    : undefined
  if (env.ROLE === 'worker') return buildWorkerApp({ db: deps.db, logger: log, metrics })
  return buildApp({
    deps,
    publicUrl: env.publicUrl,
    // In the bundle the site is beside the program; run from sources, Vite serves it.
    webRoot: fileURLToPath(new URL('../web/', import.meta.url)),
    demoLogin: env.demo ? DEMO_STAFF : null,
    trustProxy: env.trustProxy,
    logger: log,
    metrics,
    tracing,
  })
}

/** Open the configured provider of texts; captured ones are stored in the database, where /dev/mailbox shows them. */
function openSms(env: Env, { db, tracing }: { db: Db; tracing?: Tracing | undefined }): Deps['sms'] {
  return { transport: openTransport(env, { db, tracing }), writeCode: writeCodeText, readReport }
}

function openTransport(
  env: Env,
  { db, tracing }: { db: Db; tracing: Tracing | undefined },
): TextTransport | null {
  if (env.smsProvider === 'off') return null
  if (env.smsProvider === 'captured') return createCaptureTransport((text) => insertCapturedText(db, text))
  return createAfricasTalkingTransport({
    // env.ts has checked that both are set.
    username: env.AFRICASTALKING_USERNAME ?? '',
    apiKey: env.AFRICASTALKING_API_KEY ?? '',
    sender: env.AFRICASTALKING_SENDER,
    baseUrl: env.AFRICASTALKING_BASE_URL,
    ...(tracing ? { fetch: traceFetch(tracing, 'SMS') } : {}),
  })
}

/** @throws OperatorError in one line when the address cannot be used */
async function listen(app: FastifyInstance, { HOST, PORT }: { HOST: string; PORT: number }): Promise<void> {
  try {
    await app.listen({ host: HOST, port: PORT, listenTextResolver: () => 'listening' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        `Port ${PORT} is in use. Stop what uses it, or choose another: npm start -- --port 3001`,
      )
    }
    if (code === 'EACCES')
      throw new OperatorError(
        `Port ${PORT} needs privileges. Choose one above 1023: npm start -- --port 3001`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new OperatorError(`HOST: ${HOST} is not an address of this machine`)
    throw error
  }
}

type Options = { db: Db; logger: FastifyBaseLogger; metrics?: MetricsOptions | undefined }

/** Build the HTTP surface of a process that only does jobs: its health and its metrics. */
export async function buildWorkerApp({ db, logger, metrics }: Options): Promise<FastifyInstance> {
  const app = Fastify({ loggerInstance: logger, bodyLimit: 1024, requestTimeout: 30_000 })
  await app.register(gracefulClose)
  if (metrics) await app.register(metricsRoute, metrics)
  await app.register(health, { db })
  return app
}

/** Close what is open, front to back, on the first SIGTERM or SIGINT; a terminal may send it twice. */
function stopOnSignal(opened: Closable[], log: FastifyBaseLogger): () => Promise<void> {
  let stopping: Promise<void> | null = null
  const stop = () => {
    stopping ??= closeAll(opened, log)
    return stopping
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      void stop().then(() => process.exit(0))
    })
  }
  return stop
}

async function closeAll(opened: Closable[], log: FastifyBaseLogger): Promise<void> {
  for (const { name, close } of opened) {
    try {
      await close()
    } catch (error) {
      log.error({ err: error }, `closing ${name} failed`)
    }
  }
}
