import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Book, createBook } from '../book.ts'
import { call } from '../call.ts'
import { checkDatabase } from '../check-invariants.ts'
import { startLoad } from '../clients.ts'
import { seconds } from '../describe-time.ts'
import type { Fault, Outcome } from '../fault.ts'
import { findPorts } from '../find-ports.ts'
import { createMembers, type Member } from '../members.ts'
import type { Site } from '../open-site.ts'
import { createDatabase, migrate, signInStaff } from '../prepare-database.ts'
import { createServerProcess } from '../start-fleet.ts'
import { startPostgres } from '../start-postgres.ts'
import { waitUntil } from '../wait-until.ts'

const FULL_MS = 6000
const RECOVERY_MS = 15_000
const MUCH = "create table much as select repeat('x', 1000) as x from generate_series(1, 25000)"

/** On a separate database with two small disks, one for the tables and one for the write-ahead log. */
export const diskFull: Fault = {
  id: 'F11',
  title: 'fill the disk of the tables, then that of the log',
  bar: 'tables: reads work, writes are refused whole; both: recovers on its own < 15 s after there is room',
  isWithoutLoad: true,
  strike: async (site) => {
    const disks = mountDisks(site)
    if (!disks) return { notes: ['not tried: no tmpfs may be mounted here'] }
    try {
      return await fillDisks(site, disks)
    } finally {
      for (const disk of Object.values(disks)) execFileSync('umount', ['-l', disk])
    }
  },
}

type Disks = { tables: string; log: string }

function mountDisks({ yard }: Site): Disks | null {
  const mount = (name: string, megabytes: number) => {
    const folder = yard.makeFolder(name)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
    // A mounted folder belongs to root again.
    return path.dirname(yard.makeFolder(`${name}/data`))
  }
  try {
    return { tables: mount('small-tables', 160), log: mount('small-log', 24) }
  } catch {
    return null
  }
}

async function fillDisks(site: Site, disks: Disks): Promise<Outcome> {
  const { yard, programs, cluster, databasePassword } = site
  const [port = 0, webPort = 0] = await findPorts(2)
  const folder = path.join(disks.tables, 'data')
  const password = yard.write('small-password', cluster.superuser)
  await yard.run({
    file: path.join(programs.postgresBin, 'initdb'),
    args: [
      ...['-D', folder, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--wal-segsize=1'],
      ...['--waldir', path.join(disks.log, 'data'), '--pwfile', password, '--auth=scram-sha-256'],
    ],
  })
  const settings = "min_wal_size = '2MB'\nmax_wal_size = '8MB'\n"
  const database = await startPostgres(site, { name: 'small', port, folder, settings })
  const url = cluster.url({ port }, 'chuma', databasePassword)
  const server = createServerProcess(yard, {
    name: 'web-small',
    port: webPort,
    env: { ...site.settings({ databaseUrl: url }), ROLE: 'web', TRUST_PROXY: 'off', DRAIN_SECONDS: '0' },
  })
  const book = createBook()
  try {
    await waitUntil(() => database.query('select 1', [], 'postgres'), {
      what: 'a small database',
      withinMs: 30_000,
    })
    const superuser = await cluster.connect({ port }, { database: 'postgres' })
    await createDatabase(superuser, databasePassword)
    await superuser.end()
    await migrate(yard, url)
    const members = createMembers(database)
    await members.keep(400)
    const [reader] = await members.make([undefined])
    const staffToken = await signInStaff(url)
    await server.start()
    const load = startLoad({ port: webPort, members, book, staffToken })
    const outcome = await fillBoth({
      book,
      disks,
      reader,
      port: webPort,
      // The log reserves room for later; this writes more than that.
      writeMuch: () => database.query(MUCH).catch(() => undefined),
    })
    await load.stop()
    const { lost, broken } = await checkDatabase({ query: database.query, url, kept: book.kept })
    const complaints = [...(outcome.complaints ?? []), ...book.breaks, ...broken]
    if (lost > 0) complaints.push(`${lost} acknowledged and not there`)
    return {
      notes: [
        ...outcome.notes,
        `${book.kept.length} acknowledged, ${lost} lost, errors: ${book.describeErrors()}`,
      ],
      complaints,
    }
  } finally {
    await server.stop()
    database.kill()
  }
}

type Given = {
  book: Book
  disks: Disks
  reader: Member | undefined
  port: number
  writeMuch: () => Promise<unknown>
}

async function fillBoth({ book, disks, reader, port, writeMuch }: Given): Promise<Outcome> {
  const waitUntilServed = async () => {
    const from = performance.now()
    await waitUntil(() => book.countSince(from) >= 10, { what: 'service', withinMs: 90_000 })
    return performance.now() - from
  }
  const notes: string[] = []
  const complaints: string[] = []
  await waitUntilServed()
  for (const [name, disk] of Object.entries(disks)) {
    const file = fill(disk)
    const from = performance.now()
    if (name === 'log') await writeMuch()
    const reads = await readFor(FULL_MS, { port, reader })
    const refused = book.listRefusals(from).length
    rmSync(file)
    const took = await waitUntilServed()
    notes.push(
      `${name} full: ${refused} refused, ${reads.failed} of ${reads.tried} reads failed; served again after ${seconds(took)}`,
    )
    if (refused === 0) complaints.push(`${name}: nothing was refused`)
    if (name === 'tables' && reads.failed > 0) complaints.push(`${reads.failed} reads failed`)
    if (took > RECOVERY_MS) complaints.push(`${name}: served again only after ${seconds(took)}`)
  }
  return { notes, complaints }
}

/** Fill a disk to the last byte. */
function fill(disk: string): string {
  const file = path.join(disk, 'ballast')
  const handle = openSync(file, 'w')
  for (const size of [1_048_576, 4096]) {
    const block = Buffer.alloc(size, 1)
    try {
      for (;;) writeSync(handle, block)
    } catch {
      // Full, for chunks of this size.
    }
  }
  closeSync(handle)
  return file
}

async function readFor(forMs: number, { port, reader }: Pick<Given, 'port' | 'reader'>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const until = performance.now() + forMs
  let [tried, failed] = [0, 0]
  while (performance.now() < until) {
    const ask = { port, agent, token: reader?.token ?? '', method: 'GET', path: '/api/points-transactions' }
    const { status } = await call(ask).catch(() => ({ status: 0 }))
    tried += 1
    if (status !== 200) failed += 1
    await delay(100)
  }
  agent.destroy()
  return { tried, failed }
}
