import type { FuzzHouse } from './create-fuzz-house.ts'
import type { Heard } from './find-faults.ts'
import type { FuzzCaller } from './fuzz-callers.ts'
import { HOSTILE_META } from './hostile-values.ts'
import type { TrpcDoor } from './list-doors.ts'
import { makeInput } from './make-input.ts'
import type { Shot } from './run-fuzz.ts'
import { writeJson } from './write-json.ts'

const MAX_IN_A_BATCH = 10

type Call = { shot: Shot<TrpcDoor>; sent: string }
type Part = { result?: unknown; error?: { json?: { data?: { httpStatus?: number; appCode?: unknown } } } }

/** Queries of one caller travel in batches of ten; mutations travel alone, as the door requires. */
export const packTrpc = (house: FuzzHouse) => (shots: Shot<TrpcDoor>[]) => {
  const requests: (() => Promise<Heard[]>)[] = []
  const waiting = new Map<FuzzCaller, Call[]>()
  for (const shot of shots) {
    const call = { shot, sent: write(house, shot) }
    if (shot.door.type === 'mutation') {
      requests.push(() => change(house, call))
      continue
    }
    const batch = waiting.get(shot.caller) ?? []
    batch.push(call)
    waiting.set(shot.caller, batch)
    if (batch.length === MAX_IN_A_BATCH) {
      waiting.delete(shot.caller)
      requests.push(() => ask(house, batch))
    }
  }
  for (const batch of waiting.values()) requests.push(() => ask(house, batch))
  return requests
}

function write({ know }: FuzzHouse, { door, random }: Shot<TrpcDoor>): string {
  const json = makeInput({ schema: door.input, random, know: know(door.name) })
  const isRevived = random.chance(0.06)
  return writeJson(isRevived ? { json, meta: random.pick(HOSTILE_META) } : { json })
}

const authorization = ({ token }: FuzzCaller) => (token ? { authorization: `Bearer ${token}` } : {})

async function ask(house: FuzzHouse, batch: Call[]): Promise<Heard[]> {
  const [first] = batch
  if (!first) return []
  const { caller } = first.shot
  const names = batch.map(({ shot }) => shot.door.name).join(',')
  const input = `{${batch.map(({ sent }, index) => `"${index}":${sent}`).join(',')}}`
  const answer = await house.appOf(caller).inject({
    method: 'GET',
    url: `/trpc/${names}?batch=1&input=${encodeURIComponent(input.toWellFormed())}`,
    headers: authorization(caller),
  })
  const parts = JSON.parse(answer.body) as Part[] | Part
  return batch.map((call, index) =>
    hear(call, answer.statusCode, Array.isArray(parts) ? parts[index] : parts),
  )
}

async function change(house: FuzzHouse, call: Call): Promise<Heard[]> {
  const { caller, door } = call.shot
  const answer = await house.appOf(caller).inject({
    method: 'POST',
    url: `/trpc/${door.name}`,
    headers: { ...authorization(caller), 'content-type': 'application/json' },
    payload: call.sent,
  })
  return [hear(call, answer.statusCode, JSON.parse(answer.body) as Part)]
}

function hear({ shot: { door, caller }, sent }: Call, status: number, part: Part | undefined): Heard {
  const data = part?.error?.json?.data
  return {
    door: door.name,
    access: door.access,
    caller,
    status: part?.error ? (data?.httpStatus ?? status) : part?.result ? 200 : status,
    text: JSON.stringify(part) ?? '',
    code: part?.error ? (data?.appCode ?? null) : undefined,
    sent,
  }
}
