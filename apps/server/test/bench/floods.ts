import { readDoors } from './door-calls.ts'
import type { Call, Load, Loaded } from './load.ts'
import { openDatabase } from './open-database.ts'
import { addPeople, type Person } from './people.ts'
import type { Options } from './read-options.ts'
import { median, quantile, type Row } from './report.ts'
import { startLoad } from './start-load.ts'
import { startServer } from './start-server.ts'

const READERS = 4
const FLOOD = 32
const ACCOUNTS = 400

/** Measure reads while passwords are tried at the same server, and the same reads without that, in turn. */
export async function measureFloods({ rounds, operations }: Options): Promise<Row[]> {
  const database = await openDatabase()
  const server = await startServer(database.url)
  const [reading, flooding] = [startLoad(), startLoad()]
  try {
    const people = await addPeople(database.db, ACCOUNTS)
    const url = server.here
    const reads: Load = { url, calls: listReads(people), connections: READERS, amount: operations }
    const times = { quiet: [] as number[], flooded: [] as number[], tried: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      const quiet = await reading.send(reads)
      const flood = flooding.send({ url, calls: listLogIns(people, round), connections: FLOOD })
      const flooded = await reading.send(reads)
      flooding.cease()
      const tried = await flood
      // The first round only warms up.
      if (round === 0) continue
      times.quiet.push(slowest(quiet))
      times.flooded.push(slowest(flooded))
      times.tried.push(tried.perSecond)
    }
    return [report(times)]
  } finally {
    await Promise.all([reading.stop(), flooding.stop()])
    await server.stop()
    await database.close()
  }
}

function listReads(people: readonly Person[]): Call[] {
  const doors = readDoors.filter(({ name }) => name.endsWith('REST'))
  return people.flatMap((person) => doors.map((door) => door.call(person)))
}

/** Existing and unknown accounts: a check costs the same for both. Each is tried no faster than its own limit allows. */
function listLogIns(people: readonly Person[], round: number): Call[] {
  return people.map(({ email }, place) => ({
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: place % 4 === round % 4 ? email : `nobody-${round}-${email}`,
      password: 'a wrong guess',
    }),
  }))
}

function slowest({ milliseconds, refused }: Loaded): number {
  if (refused > 0) throw new Error(`${refused} reads were refused`)
  return quantile(milliseconds, 0.99)
}

function report({ quiet, flooded, tried }: Record<'quiet' | 'flooded' | 'tried', number[]>): Row {
  const ratio = median(flooded.map((taken, round) => taken / (quiet[round] ?? Number.NaN)))
  return {
    part: 'floods',
    what: `reads, p99 with ${FLOOD} connections that try passwords (${median(tried).toFixed(1)} answers/s)`,
    here: `${median(flooded).toFixed(1)} ms`,
    yardstick: `${median(quiet).toFixed(1)} ms without`,
    ratio: ratio.toFixed(2),
    // Without any answered tries there was no flood.
    goal: { text: '≤ 2', isMet: ratio <= 2 && tried.every((rate) => rate > 0) },
  }
}
