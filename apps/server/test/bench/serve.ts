import { randomUUID } from 'node:crypto'
import { ensureEconomy } from '@chuma/core/admin/economy'
import { createPasswords } from '@chuma/core/auth/passwords/passwords'
import { createEconomyReader } from '@chuma/core/economy'
import { createChanges, followDatabase } from '@chuma/core/live/watch'
import { createSurveyRulesReader } from '@chuma/core/surveys/eligibility'
import { createTestDeps } from '@chuma/core/testing'
import { createTaxReader } from '@chuma/core/wallet/tax'
import { createWantedEventsReader } from '@chuma/core/webhooks/endpoints'
import { createDb } from '@chuma/db/client'
import { recordStatements } from '@chuma/db/testing'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../../src/app.ts'
import { createLogger } from '../../src/logging/logger.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { limitPool } from '../../src/turns/turns.ts'
import type { Call } from './load.ts'
import type { Person } from './people.ts'
import { prepareReplay } from './replay.ts'

// The product and its yardstick in one process: they share an event loop, a heap and a database, and have pools of the same
// size. The measuring process chooses which of the two it calls.
const CONNECTIONS = 10
const [url = ''] = process.argv.slice(2)
const db = createDb(url, limitPool({ connections: CONNECTIONS, waitSeconds: 0.8 }))
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
await ensureEconomy(db)
const changes = createChanges()
const listener = followDatabase({ changes, connectionString: url, onLost: () => undefined })
const app = await buildApp({
  deps: createTestDeps(db, {
    changes,
    economy: createEconomyReader(db, { changes }),
    surveyRules: createSurveyRulesReader(db, { changes }),
    wantedEvents: createWantedEventsReader(db, { changes }),
    taxPercent: createTaxReader(db),
    passwords: createPasswords(),
  }),
  publicUrl: 'http://localhost:3000',
  webRoot: '/nonexistent',
  demoLogin: null,
  // So that each call can come from its own address.
  trustProxy: ['127.0.0.1'],
  callsPerMinute: 1_000_000_000,
  logger: createLogger('info'),
  metrics: { metrics: createMetrics(db), token: randomUUID() },
})

const bare = Fastify()
type Replay = ReturnType<typeof prepareReplay>
/** By member: one has invited friends, whose names are read, another has not. */
const replays = new Map<string, Replay>()
let newest: Replay | undefined
let people: Person[] = []
const answer = async ({ query }: { query: { person?: string } }) => {
  const person = people[Number(query.person)]
  const replay = person && (replays.get(person.memberId) ?? newest)
  if (!replay) throw new Error('nothing was recorded')
  return { rows: await replay(pool, person) }
}
bare.get<{ Querystring: { person?: string } }>('/', answer)
bare.post<{ Querystring: { person?: string } }>('/', answer)

export type Order =
  /** Makes the call for `person` and records its statements for the bare handler: for them, and for anyone without a recording. */
  | { kind: 'record'; call: Call; person: Person }
  /** Tells the bare handler whom it knows by their place in the list. */
  | { kind: 'people'; people: Person[] }
  | { kind: 'usage' }
export type Usage = { megabytes: number; processorMs: number }
export type Done = { statements: number } | Usage | { here: string; bare: string }

process.on('message', async (order: Order) => process.send?.(await obey(order)))
process.once('disconnect', async () => {
  await Promise.all([app.close(), bare.close(), listener.close()])
  await Promise.all([db.destroy(), pool.end()])
})
process.send?.({ here: await open(app), bare: await open(bare) })

async function obey(order: Order): Promise<Done> {
  if (order.kind === 'people') {
    people = order.people
    return { statements: 0 }
  }
  if (order.kind === 'usage') return readUsage()
  const { call, person } = order
  const statements = await recordStatements(async () => {
    const { method, path, headers, body } = call
    const { statusCode, body: said } = await app.inject({ method, url: path, headers, payload: body ?? '' })
    if (statusCode >= 300) throw new Error(`${path} answered ${statusCode}: ${said}`)
  })
  newest = prepareReplay(statements, person)
  replays.set(person.memberId, newest)
  return { statements: statements.length }
}

function readUsage(): Usage {
  const { user, system } = process.cpuUsage()
  globalThis.gc?.()
  return { megabytes: process.memoryUsage().rss / 1024 / 1024, processorMs: (user + system) / 1000 }
}

async function open(server: FastifyInstance): Promise<string> {
  return server.listen({ port: 0, host: '127.0.0.1' })
}
