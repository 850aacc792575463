import { expectedRefusal } from '../access/expected-answer.ts'
import type { FuzzHouse } from './create-fuzz-house.ts'
import { createRandom, type Random } from './create-random.ts'
import { findFaults, type Heard } from './find-faults.ts'
import type { FuzzCaller } from './fuzz-callers.ts'

/** One call to send, and its caller. */
export type Shot<Door> = { door: Door; caller: FuzzCaller; random: Random }
type Door = { name: string; access: Heard['access']; every?: number }

/** These hash a password or read everything, and take as long as many other calls. */
const SLOW =
  /signup|log-?in$|restore|reset|password|createApiKey|POST .*api-keys|second-?factor|recovery|deletion|createStaff|export|\.csv|verify|getSystem|admin\/system$|openapi|POST .*\/staff$/i
const SLOW_EVERY = 8
const STRETCH = 2000
const AT_ONCE = 8

/** Another seed tries other inputs; FUZZ_RUNS tries more or fewer; FUZZ_DOOR tries a single door. */
const SEED = process.env.FUZZ_SEED ?? 'chuma'
const RUNS = process.env.FUZZ_RUNS
const DOOR = process.env.FUZZ_DOOR
const ONLY = new RegExp(DOOR ?? '')

type Fuzz<D extends Door> = {
  house: FuzzHouse
  doors: readonly D[]
  /** The default minimum of inputs. */
  runs: number
  /** Which of them travel in one request, and how. */
  pack: (shots: Shot<D>[]) => (() => Promise<Heard[]>)[]
}

/** Send inputs to all doors in turn, and report the faults. */
export async function runFuzz<D extends Door>({ house, doors, pack, ...wish }: Fuzz<D>) {
  const runs = Number(RUNS ?? wish.runs)
  const faults = new Map<string, string>()
  const opened = new Map<string, number>()
  let count = 0
  const hear = async (heard: Heard) => {
    count += 1
    if (heard.status < 400) opened.set(heard.door, (opened.get(heard.door) ?? 0) + 1)
    for (const fault of findFaults(heard, house.secrets)) note(faults, heard, fault)
    if (heard.code === 'NOT_SIGNED_IN' && heard.caller.who.kind !== 'nobody') await heard.caller.renew()
  }
  for (const shots of listStretches(house, doors, runs)) {
    const requests = pack(shots)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let send = requests.shift(); send; send = requests.shift()) {
          for (const heard of await send()) await hear(heard)
        }
      }),
    )
    await house.tidy()
  }
  const repeat = `FUZZ_SEED=${SEED} FUZZ_RUNS=${runs}`
  process.stdout.write(`fuzz: ${count} inputs to ${doors.length} doors, ${opened.size} opened. ${repeat}\n`)
  // A run of one door says nothing about the others.
  const shut = DOOR ? [] : doors.map(({ name }) => name).filter((name) => !opened.has(name))
  return { count, faults: [...faults.values()], failures: [...new Set(house.failures)], shut }
}

/** Note each fault of a door once: the first says enough. */
function note(faults: Map<string, string>, { door, caller, status, text, sent }: Heard, fault: string): void {
  const key = `${door} ${fault}`
  if (faults.has(key)) return
  const repeat = `FUZZ_SEED=${SEED} FUZZ_DOOR='^${door.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$'`
  faults.set(
    key,
    `${fault}\n  at ${door}, asked by ${caller.name} with ${sent.slice(0, 600)}\n  answered ${status} ${text.slice(0, 600)}\n  again: ${repeat}`,
  )
}

/** The same seed always gives the same inputs, whichever doors are tried. */
function* listStretches<D extends Door>({ callers }: FuzzHouse, doors: readonly D[], runs: number) {
  let shots: Shot<D>[] = []
  let planned = 0
  for (let round = 0; planned < runs; round++) {
    for (const door of doors) {
      if (round % (SLOW.test(door.name) ? SLOW_EVERY : (door.every ?? 1)) > 0) continue
      planned += 1
      if (!ONLY.test(door.name)) continue
      const random = createRandom(`${SEED} ${door.name} ${round}`)
      shots.push({ door, caller: pickCaller(callers, door, random), random })
      if (shots.length >= STRETCH) {
        yield shots
        shots = []
      }
    }
  }
  yield shots
}

/** Mostly a caller who gets in: the handlers are to be tested, not only the guards. */
function pickCaller(callers: readonly FuzzCaller[], { access }: Door, random: Random): FuzzCaller {
  const admitted = callers.filter(({ who }) => expectedRefusal(access, who) === null)
  return random.chance(0.7) && admitted.length > 0 ? random.pick(admitted) : random.pick(callers)
}
