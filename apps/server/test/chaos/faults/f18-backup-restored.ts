import { once } from 'node:events'
import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createBook } from '../book.ts'
import { type Answer, call } from '../call.ts'
import { checkDatabase } from '../check-invariants.ts'
import { startLoad } from '../clients.ts'
import { seconds } from '../describe-time.ts'
import type { Fault } from '../fault.ts'
import { findPorts } from '../find-ports.ts'
import { createMembers } from '../members.ts'
import type { Site } from '../open-site.ts'
import { signInStaff } from '../prepare-database.ts'
import { createServerProcess, serverFolder } from '../start-fleet.ts'
import { waitUntil } from '../wait-until.ts'

const DATABASE = 'chuma_restored'
/** What the backup has as unpaid, and the first site pays meanwhile. */
const MAX_PAID = 15
/** Under load on the restored site, before and after staff resume its payouts. */
const LOAD_MS = 6000
const MEMBERS = 300

type Restored = { url: string; query: Site['cluster']['query'] }

export const backupRestored: Fault = {
  id: 'F18',
  title: 'npm run backup and restore under load, killed once, then members use the restored site',
  bar: 'everything acknowledged before the backup is there, and no withdrawal is paid by both sites',
  // The members of the first site leave it for the restored one.
  isWithoutLoad: true,
  strike: async (site) => {
    const load = site.startLoad()
    const began = performance.now()
    await delay(LOAD_MS)
    const waiting = await listWaiting(site)
    const acknowledged = [...site.book().kept]
    const file = path.join(site.yard.makeFolder('backup'), 'all.backup')
    const backupMs = await operate(site, 'backup', { file, url: await site.directUrl() })
    await payAll(site, waiting)
    const { restoreMs, ...restored } = await restoreTwice(site, file).finally(load.stop)
    const gap = seconds(site.book().findGap(began, performance.now()))
    // Before the members of the restored site add to it.
    const { lost, broken } = await checkDatabase({ ...restored, kept: acknowledged })
    const held = await restored.query("select from hold where reason = 'restored' and ended_at is null")
    const used = await useRestored(site, restored)
    const after = await checkDatabase({ ...restored, kept: [...acknowledged, ...used.book.kept] })
    const complaints = [...broken, ...after.broken, ...used.complaints]
    if (lost + after.lost > 0) complaints.push(`${lost + after.lost} acknowledged and not there`)
    if (held.length === 0) complaints.push('nothing waited in the backup: the comparison proves nothing')
    return {
      notes: [
        `backup in ${seconds(backupMs)}, restored in ${seconds(restoreMs)}, a gap of ${gap}; ${acknowledged.length} acknowledged before; ` +
          `of ${held.length} on hold ${used.settled} had been paid and were settled; ` +
          `${used.book.kept.length} acknowledged after, ${used.paid} paid`,
      ],
      complaints,
    }
  },
}

type Ask = (method: string, path: string, body?: object) => Promise<Answer>

/** Call as staff. */
function askAs(port: number, token: string): Ask {
  return async (method, at, body) => {
    const agent = new Agent({ maxSockets: 1 })
    const answer = await call({ port, method, path: at, token, agent, ...(body && { body }) }).finally(() =>
      agent.destroy(),
    )
    if (answer.status >= 500) throw new Error(`${method} ${at} answered ${answer.status} ${answer.text}`)
    return answer
  }
}

async function listWaiting({ webPort, staffToken }: Site): Promise<string[]> {
  const list = `/api/admin/withdrawals?status=pending&limit=${MAX_PAID}`
  const { text } = await askAs(webPort, staffToken)('GET', list)
  return (JSON.parse(text) as { id: string }[]).map(({ id }) => id)
}

/** Approve these on the first site, and wait until the provider has paid them. */
async function payAll({ webPort, staffToken, cluster }: Site, ids: readonly string[]): Promise<void> {
  const ask = askAs(webPort, staffToken)
  for (const id of ids)
    await ask('PUT', `/api/admin/withdrawals/${id}`, { status: 'approved', adminNotes: '' })
  const unpaid = "select from withdrawal where withdrawal_id = any($1::uuid[]) and status <> 'paid'"
  await waitUntil(async () => (await cluster.query(unpaid, [ids])).length === 0, {
    what: 'the payment of what waits in the backup',
    withinMs: 120_000,
  })
}

const settings = (site: Site, url: string) => site.settings({ databaseUrl: url })

/** Run the operator's command to its end. */
async function operate(site: Site, name: 'backup' | 'restore', { file, url }: { file: string; url: string }) {
  const began = performance.now()
  const child = startCommand(site, name, { file, url })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`npm run ${name} ended with ${code}`)
  return performance.now() - began
}

function startCommand(site: Site, name: 'backup' | 'restore', { file, url }: { file: string; url: string }) {
  const args = [path.join(serverFolder, `${name}.js`), file]
  return site.yard.start({ name, file: process.execPath, args, env: settings(site, url) })
}

/** Restore into a new database while the old one stays in use: the first try is killed once it has tables. */
async function restoreTwice(site: Site, file: string): Promise<Restored & { restoreMs: number }> {
  const leader = await site.cluster.findLeader()
  const url = new URL(`/${DATABASE}`, site.cluster.url(leader, 'chuma', site.databasePassword)).href
  const query: Restored['query'] = async <T extends object>(text: string, values: unknown[] = []) => {
    const client = await site.cluster.connect(leader, { database: DATABASE })
    try {
      return (await client.query<T>(text, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  await site.cluster.query(`create database ${DATABASE} owner chuma`)
  const first = startCommand(site, 'restore', { file, url })
  const hasTables = async () => (await query("select from pg_class where relname = 'withdrawal'")).length > 0
  await waitUntil(hasTables, { what: 'a restore under way', withinMs: 60_000, everyMs: 20 })
  const ended = once(first, 'exit')
  first.kill('SIGKILL')
  await ended
  await site.cluster.query(`drop database ${DATABASE} with (force)`)
  await site.cluster.query(`create database ${DATABASE} owner chuma`)
  return { url, query, restoreMs: await operate(site, 'restore', { file, url }) }
}

/** Serve the restored database to members and staff: while everything is stopped, and after staff have settled what was paid. */
async function useRestored(site: Site, restored: Restored) {
  const [port = 0] = await findPorts(1)
  const env = { ...settings(site, restored.url), PUBLIC_URL: `http://127.0.0.1:${port}` }
  const server = createServerProcess(site.yard, { name: 'restored', port, env })
  await server.start()
  const members = createMembers(restored)
  await members.keep(MEMBERS)
  const staffToken = await signInStaff(restored.url, 'restored')
  const book = createBook()
  const load = startLoad({ port, members, book, staffToken, clients: 3 })
  const ask = askAs(port, staffToken)
  try {
    await delay(LOAD_MS)
    const early = (await listPaidByRestored(site, restored)).length
    const settled = await settlePaid(site, restored, ask)
    const resumed = await ask('POST', '/api/admin/payout-queue/resume', { provider: '*', note: 'Compared' })
    await delay(LOAD_MS)
    await load.stop()
    await waitUntil(async () => (await restored.query(UNPAID)).length === 0, {
      what: 'the payment of what members ask for since',
      withinMs: 90_000,
    })
    const complaints = [...book.breaks, ...(await compare(site, restored))]
    if (early > 0) complaints.push(`${early} payments left while everything was stopped`)
    if (resumed.status !== 200) complaints.push(`resuming was refused: ${resumed.text.slice(0, 200)}`)
    const paid = (await listPaidByRestored(site, restored)).length
    if (paid === 0) complaints.push('the restored site paid nobody: the comparison proves nothing')
    return { book, settled, paid, complaints }
  } finally {
    await load.stop()
    await server.stop()
    for (const originator of await listPaidByRestored(site, restored)) site.passOver(originator)
  }
}

/** Approved, and neither paid nor on hold. */
const UNPAID = `select from withdrawal x where status = 'approved' and not exists (select from hold h
  where h.subject_id = x.withdrawal_id and h.reason = 'restored' and h.ended_at is null)`

type Attempt = { originator: string; withdrawal_id: string; receipt: string | null }
const listAttempts = (query: Site['cluster']['query']) =>
  query<Attempt>(
    'select originator_conversation_id as originator, withdrawal_id, receipt from payout_attempt',
  )

/** The payments of attempts that only the restored site has. */
async function listPaidByRestored({ cluster, simulator }: Site, restored: Restored): Promise<string[]> {
  const own = new Set((await listAttempts(restored.query)).map(({ originator }) => originator))
  for (const { originator } of await listAttempts(cluster.query)) own.delete(originator)
  const { payments } = simulator.ledger()
  return payments.map((payment) => payment.originatorConversationId).filter((id) => own.has(id))
}

/** Mark as paid what the first site has paid since the backup, as staff do with the statement beside them. */
async function settlePaid({ cluster }: Site, restored: Restored, ask: Ask): Promise<number> {
  const held = await restored.query<{ id: string; status: string }>(
    `select withdrawal_id as id, status from withdrawal x join hold h on h.subject_id = x.withdrawal_id
      where h.reason = 'restored' and h.ended_at is null and x.status in ('pending', 'approved')`,
  )
  const receipts = new Map((await listAttempts(cluster.query)).map((row) => [row.withdrawal_id, row.receipt]))
  let settled = 0
  for (const { id, status } of held) {
    const receipt = receipts.get(id)
    if (!receipt) continue
    const decide = (body: object) => ask('PUT', `/api/admin/withdrawals/${id}`, body)
    if (status === 'pending') await decide({ status: 'approved', adminNotes: '' })
    if ((await decide({ status: 'paid', adminNotes: receipt })).status === 200) settled += 1
  }
  return settled
}

/** Both sites together: each withdrawal is paid once at most, and every payment has one. */
async function compare({ cluster, simulator }: Site, restored: Restored): Promise<string[]> {
  const { payments } = simulator.ledger()
  const attempts = [...(await listAttempts(cluster.query)), ...(await listAttempts(restored.query))]
  const owners = new Map(attempts.map(({ originator, withdrawal_id: id }) => [originator, id]))
  const paid = payments.map(({ originatorConversationId }) => owners.get(originatorConversationId))
  const known = paid.filter((id) => id !== undefined)
  const complaints: string[] = []
  if (known.length < paid.length) complaints.push(`${paid.length - known.length} payments of no withdrawal`)
  const twice = known.length - new Set(known).size
  if (twice > 0) complaints.push(`${twice} withdrawals were paid twice`)
  return complaints
}
