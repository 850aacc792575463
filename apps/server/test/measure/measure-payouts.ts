import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureEconomy } from '@chuma/core/admin/economy'
import { createDb } from '@chuma/db/client'
import { startEmbedded } from '@chuma/db/embedded'
import { migrateToLatest } from '@chuma/db/migrate'
import { sql } from 'kysely'
import { findPorts } from '../chaos/find-ports.ts'
import { createField } from './field.ts'
import { reportRatio, reportSpread } from './report-ratio.ts'
import { startProgram } from './start-program.ts'

// Measures withdrawals requested and withdrawals paid per second, through the built server with a durable database, each
// beside the least that the same work can cost, and how long a payment takes that needs no person. Started by `npm run measure:payouts`.
const [serverEntry = ''] = process.argv.slice(2)
const ROUNDS = 5
const A_ROUND = 120

const dir = mkdtempSync(path.join(tmpdir(), 'chuma-measure-'))
// The account that PostgreSQL runs as must be able to enter it.
chmodSync(dir, 0o755)
const closings: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })]
try {
  const database = await startEmbedded({ dir })
  closings.push(() => database.stop())
  const db = createDb(database.url, { max: 10 })
  closings.push(() => db.destroy())
  await migrateToLatest(db)
  await ensureEconomy(db)
  await sql`create table measured_row (row_id bigint generated always as identity primary key, member_id text not null,
    points int not null)`.execute(db)

  const startSimulator = async () => {
    const [port = 0] = await findPorts(1)
    const main = 'packages/mpesa/src/simulator/main.ts'
    const args = ['--import', 'tsx', main, '--port', String(port)]
    const simulator = await startProgram({ args, port, probe: '/_sim/books' })
    closings.push(simulator.stop)
    return simulator
  }
  const simulator = await startSimulator()
  const float = { method: 'POST', body: JSON.stringify({ kes: 100_000_000 }) }
  await fetch(`${simulator.url}/_sim/float`, float)
  const [serverPort = 0, barePort = 0] = await findPorts(2)
  const server = await startProgram({
    args: [serverEntry],
    port: serverPort,
    probe: '/readyz',
    env: {
      DATABASE_URL: database.url,
      PORT: String(serverPort),
      DEMO: 'off',
      // The key of the calls that set members up.
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'fatal',
      TRUST_PROXY: '1',
      PUBLIC_URL: `http://127.0.0.1:${serverPort}`,
      PAYOUT_PROVIDER: 'daraja',
      // What the product can do, not what the provider allows.
      PAYOUT_PER_SECOND: 'off',
      DARAJA_BASE_URL: simulator.url,
      DARAJA_CONSUMER_KEY: 'key',
      DARAJA_CONSUMER_SECRET: 'secret',
      DARAJA_SHORT_CODE: '600992',
      DARAJA_INITIATOR_NAME: 'testapi',
      DARAJA_SECURITY_CREDENTIAL: Buffer.alloc(256, 7).toString('base64'),
      DARAJA_CALLBACK_NETWORKS: '127.0.0.1',
    },
  })
  closings.push(server.stop)
  const bare = await startProgram({
    args: ['--import', 'tsx', 'apps/server/test/measure/bare-server.ts', database.url, String(barePort)],
    port: barePort,
    probe: '/readyz',
  })
  closings.push(bare.stop)

  // Separate, because every new token revokes the previous one.
  const bareSimulator = await startSimulator()
  const field = await createField({
    db,
    server: server.url,
    bare: bare.url,
    bareSimulator: bareSimulator.url,
  })
  const requests: { measured: number; bare: number }[] = []
  const payouts: { measured: number; bare: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const members = await field.signIn(A_ROUND)
    const asked = { measured: await field.askHere(members), bare: await field.askBare(members) }
    const paid = { measured: await field.payHere(A_ROUND), bare: await field.payBare(A_ROUND) }
    // The first round warms up all of them.
    if (round === 0) continue
    requests.push(asked)
    payouts.push(paid)
    process.stdout.write(`round ${round} of ${ROUNDS}\n`)
  }
  const waits = await field.payByRule(A_ROUND)
  process.stdout.write(`\n${reportRatio('asked for', 'in a second, 8 clients', requests)}\n`)
  process.stdout.write(`${reportRatio('paid', 'in a second, one after the other', payouts)}\n`)
  process.stdout.write(`${reportSpread('paid by the rule', 'seconds from the request', waits)}\n`)
} finally {
  for (const close of closings.reverse()) await close()
}
