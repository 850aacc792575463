import { setTimeout as sleep } from 'node:timers/promises'
import { findPorts } from '../chaos/find-ports.ts'
import { startTcpProxy } from '../chaos/tcp-proxy.ts'
import { readDoors, writeDoors } from './door-calls.ts'
import type { Call, Load, Loaded } from './load.ts'
import { openDatabase } from './open-database.ts'
import { addPeople, type Person } from './people.ts'
import type { Options } from './read-options.ts'
import { median, quantile, type Row } from './report.ts'
import { startLoad } from './start-load.ts'
import { startServer } from './start-server.ts'

const OTHERS = 4
const FLOOD = 300
const ACCOUNTS = 400
/** Connections that call while the database says nothing. */
const OFFERED = 3000
/** Megabytes that they may take, however long it lasts. */
const MAX_MORE = 100

/** Measure the calls of others while one account sends refused withdrawals, and memory while the database is silent. */
export async function measureFairness(options: Options): Promise<Row[]> {
  const database = await openDatabase()
  const [port = 0] = await findPorts(1)
  const at = new URL(database.url)
  const network = await startTcpProxy({ port, target: Number(at.port) })
  at.port = String(port)
  const server = await startServer(at.href)
  const loads = [startLoad(), startLoad()] as const
  try {
    const people = await addPeople(database.db, ACCOUNTS)
    const running = { server, people, loads, network }
    return [...(await measureFlood(running, options)), await measureSilence(running, options)]
  } finally {
    await Promise.all(loads.map((load) => load.stop()))
    await server.stop()
    await network.close()
    await database.close()
  }
}

type Running = {
  server: Awaited<ReturnType<typeof startServer>>
  people: Person[]
  loads: readonly [ReturnType<typeof startLoad>, ReturnType<typeof startLoad>]
  network: Awaited<ReturnType<typeof startTcpProxy>>
}

async function measureFlood({ server, people, loads }: Running, options: Options): Promise<Row[]> {
  const [reading, flooding] = loads
  const [flooder, ...others] = people
  if (!flooder) throw new Error('Nobody to measure')
  const url = server.here
  const reads: Load = { url, calls: listReads(others), connections: OTHERS, amount: options.operations }
  const rounds: { quiet: Loaded; flooded: Loaded; flood: Loaded }[] = []
  for (let round = 0; round <= options.rounds; round++) {
    const quiet = check(await reading.send(reads))
    const flood = flooding.send({ url, calls: [withdrawTooMuch(flooder)], connections: FLOOD })
    const flooded = check(await reading.send(reads))
    flooding.cease()
    // The first round only warms up.
    if (round > 0) rounds.push({ quiet, flooded, flood: await flood })
    else await flood
  }
  const rate = median(rounds.map(({ flood }) => flood.perSecond)).toFixed(0)
  return [0.5, 0.99].map((share) => report(rounds, { share, rate }))
}

type Rounds = { quiet: Loaded; flooded: Loaded }[]

function report(rounds: Rounds, { share, rate }: { share: number; rate: string }): Row {
  const of = (loaded: Loaded) => quantile(loaded.milliseconds, share)
  const ratio = median(rounds.map(({ quiet, flooded }) => of(flooded) / of(quiet)))
  return {
    part: 'fairness',
    what: `reads of others, ${share === 0.5 ? 'p50' : 'p99'} with ${FLOOD} open withdrawals of one account (${rate} answers/s)`,
    here: `${median(rounds.map(({ flooded }) => of(flooded))).toFixed(1)} ms`,
    yardstick: `${median(rounds.map(({ quiet }) => of(quiet))).toFixed(1)} ms without`,
    ratio: ratio.toFixed(2),
    ...(share === 0.99 ? { goal: { text: '≤ 2', isMet: ratio <= 2 } } : {}),
  }
}

/** What the process holds at most while the database says nothing, and how long its callers wait to hear that. */
async function measureSilence(
  { server, people, loads, network }: Running,
  { silence }: Options,
): Promise<Row> {
  const before = await server.readUsage()
  network.stall()
  const [load] = loads
  const calling = load.send({ url: server.here, calls: listReads(people), connections: OFFERED })
  let most = before.megabytes
  for (let second = 0; second < silence; second++) {
    await sleep(1000)
    most = Math.max(most, (await server.readUsage()).megabytes)
  }
  load.cease()
  const { milliseconds, perSecond } = await calling
  network.resume()
  const slowest = quantile(milliseconds, 0.99) / 1000
  const offered = OFFERED.toLocaleString('en')
  return {
    part: 'fairness',
    what: `most memory while ${offered} connections ask a silent database for ${silence} s (${perSecond.toFixed(0)} answers/s, 99 in 100 within ${slowest.toFixed(1)} s)`,
    here: `${most.toFixed(0)} MB`,
    yardstick: `${before.megabytes.toFixed(0)} MB before`,
    ratio: (most / before.megabytes).toFixed(2),
    goal: { text: `≤ ${MAX_MORE} MB more`, isMet: most - before.megabytes <= MAX_MORE },
  }
}

function listReads(people: readonly Person[]): Call[] {
  const doors = readDoors.filter(({ name }) => name.endsWith('REST'))
  return people.flatMap((person) => doors.map((door) => door.call(person)))
}

/** More points than they have: each is refused, after it waited for the wallet's lock. */
function withdrawTooMuch(person: Person): Call {
  const door = writeDoors.find(({ name }) => name === 'withdrawal request, REST')
  const call = door?.call(person)
  if (!call?.body) throw new Error('There is no withdrawal over REST')
  return { ...call, body: JSON.stringify({ ...JSON.parse(call.body), pointsToWithdraw: 10_000 }) }
}

function check(loaded: Loaded): Loaded {
  if (loaded.refused > 0) throw new Error(`${loaded.refused} calls of others were refused`)
  return loaded
}
