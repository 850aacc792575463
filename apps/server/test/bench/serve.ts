import { randomUUID } from 'node:crypto'
import { ensureEconomy } from '@chuma/core/admin/economy'
import { createPasswords } from '@chuma/core/auth/passwords/passwords'
import { createEconomyReader, createOwedReader } from '@chuma/core/economy'
import { createChanges, followDatabase } from '@chuma/core/live/watch'
import { createCatalogueReader } from '@chuma/core/surveys/catalogue'
import { createTestDeps } from '@chuma/core/testing'
import { createTaxReader } from '@chuma/core/wallet/tax'
import { createWantedEventsReader } from '@chuma/core/webhooks/endpoints'
import { createDb } from '@chuma/db/client'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../../src/app.ts'
import { createLogger } from '../../src/logging/logger.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { limitPool } from '../../src/turns/turns.ts'
import type { Call } from './load.ts'
import type { Person } from './people.ts'

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
    surveyCatalogue: createCatalogueReader(db, { changes }),
    wantedEvents: createWantedEventsReader(db, { changes }),
    taxPercent: createTaxReader(db),
    owedPoints: createOwedReader(db),
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
/** What the product answered one member, sent to everybody. */
let bytes = ''
let people: Person[] = []
type Asked = { Querystring: { person?: string } }

/** Reads the session by its key, as every call does. */
async function identify({ person }: Asked['Querystring']): Promise<Person> {
  const known = people[Number(person)]
  const { rowCount } = await pool.query(
    'select member_id from session where member_id = $1 and token_hash = $2 and revoked_at is null',
    [known?.memberId, known && Buffer.from(known.tokenHash, 'hex')],
  )
  if (!known || rowCount !== 1) throw new Error('nobody is signed in')
  return known
}

bare.get<Asked>('/', async ({ query }, reply) => {
  await identify(query)
  return reply.type('application/json').send(bytes)
})
bare.post<Asked>('/', async ({ query }, reply) => {
  const { memberId } = await identify(query)
  await pool.query('insert into bare_row (member_id, points) values ($1, 5)', [memberId])
  return reply.type('application/json').send(bytes)
})

export type Order =
  /** Makes the call and keeps its answer for the bare handler. */
  | { kind: 'answer'; call: Call }
  /** Tells the bare handler whom it knows by their place in the list. */
  | { kind: 'people'; people: Person[] }
  | { kind: 'usage' }
export type Usage = { megabytes: number; processorMs: number }
export type Done = 'done' | Usage | { here: string; bare: string }

process.on('message', async (order: Order) => process.send?.(await obey(order)))
process.once('disconnect', async () => {
  await Promise.all([app.close(), bare.close(), listener.close()])
  await Promise.all([db.destroy(), pool.end()])
})
process.send?.({ here: await open(app), bare: await open(bare) })

async function obey(order: Order): Promise<Done> {
  if (order.kind === 'usage') return readUsage()
  if (order.kind === 'people') {
    people = order.people
    return 'done'
  }
  const { method, path, headers, body } = order.call
  const { statusCode, body: said } = await app.inject({ method, url: path, headers, payload: body ?? '' })
  if (statusCode >= 300) throw new Error(`${path} answered ${statusCode}: ${said}`)
  bytes = said
  return 'done'
}

function readUsage(): Usage {
  const { user, system } = process.cpuUsage()
  globalThis.gc?.()
  return { megabytes: process.memoryUsage().rss / 1024 / 1024, processorMs: (user + system) / 1000 }
}

async function open(server: FastifyInstance): Promise<string> {
  return server.listen({ port: 0, host: '127.0.0.1' })
}
