import type { InjectOptions } from 'fastify'
import type { FuzzHouse } from './create-fuzz-house.ts'
import type { Random } from './create-random.ts'
import type { Heard } from './find-faults.ts'
import { HOSTILE, HOSTILE_BODIES, HOSTILE_TEXTS } from './hostile-values.ts'
import type { RestDoor } from './list-doors.ts'
import { makeInput } from './make-input.ts'
import type { Shot } from './run-fuzz.ts'
import { writeJson } from './write-json.ts'

/** What a header can contain: one byte per character, no line breaks. */
const HEADER_TEXTS = HOSTILE_TEXTS.map((text) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').slice(0, 4000))
const KEYS = ['fuzz-1', 'fuzz-2', 'fuzz-3', '00000000-0000-4000-8000-000000000000', ...HEADER_TEXTS]
const ODD_HEADERS = [
  ...[
    'idempotency-key',
    'accept',
    'accept-language',
    'accept-encoding',
    'range',
    'if-none-match',
    'user-agent',
  ],
  ...[
    'x-forwarded-for',
    'x-http-method-override',
    'cookie',
    'origin',
    'content-type',
    'authorization',
    'link',
  ],
]

/** Every call travels alone. */
export const packRest = (house: FuzzHouse) => (shots: Shot<RestDoor>[]) =>
  shots.map((shot) => async () => {
    const { door, caller } = shot
    // The current token: by the time the response comes the caller may have another.
    const authorization = authorizationOf(shot)
    const call = write(house, shot)
    const answer = await house.appOf(caller).inject(call)
    const heard: Heard = {
      door: door.name,
      access: door.access,
      // A call with another token, or none, has another caller.
      caller: call.headers?.authorization === authorization ? caller : { ...caller, who: { kind: 'nobody' } },
      status: answer.statusCode,
      text: answer.body,
      code: readCode(answer.headers['content-type'], answer.body),
      sent: `${call.url} ${decode(String(call.url))} ${JSON.stringify(call.headers)} ${call.payload ?? ''}`,
    }
    return [heard]
  })

const authorizationOf = ({ caller }: Shot<RestDoor>) => (caller.token ? `Bearer ${caller.token}` : undefined)

function decode(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return ''
  }
}

function readCode(type: unknown, body: string): unknown {
  if (!String(type).startsWith('application/json')) return undefined
  const parsed: unknown = JSON.parse(body)
  return typeof parsed === 'object' && parsed !== null && 'code' in parsed ? parsed.code : undefined
}

type Call = InjectOptions & { headers?: Record<string, string | undefined>; payload?: string }

function write(house: FuzzHouse, shot: Shot<RestDoor>): Call {
  const { door, random } = shot
  const know = house.know(door.name)
  const query =
    door.query || random.chance(0.1)
      ? writeQuery(makeInput({ schema: door.query, random, know }), random)
      : ''
  const headers: Record<string, string> = {}
  const authorization = authorizationOf(shot)
  if (authorization) headers.authorization = authorization
  const hasBody = door.method !== 'GET' && (door.body !== undefined || random.chance(0.2))
  if (hasBody) headers['content-type'] = 'application/json'
  if (random.chance(door.method === 'GET' ? 0.03 : 0.2)) headers['idempotency-key'] = random.pick(KEYS)
  if (random.chance(0.05)) headers[random.pick(ODD_HEADERS)] = random.pick(HEADER_TEXTS)
  return {
    method: door.method as 'GET',
    url: `${writePath(door.path, random, know)}${query}`,
    headers,
    ...(hasBody ? { payload: writeBody(makeInput({ schema: door.body, random, know }), random) } : {}),
  }
}

function writePath(path: string, random: Random, know: ReturnType<FuzzHouse['know']>): string {
  return path.replace(/:(\w+)|\*/g, (_, name = '*') => {
    const known = know(name)
    if (known?.length && random.chance(0.85)) return encodeURIComponent(String(random.pick(known)))
    if (random.chance(0.3)) return crypto.randomUUID()
    const odd = random.chance(0.1) ? random.pick(['%00', '%zz', '%c0%af', '..%2f..', '%ff', '.']) : undefined
    return odd ?? encodeURIComponent(random.pick(HOSTILE_TEXTS).toWellFormed())
  })
}

/** Addresses hold only text. Sometimes write a value twice, as an array, or malformed. */
function writeQuery(input: unknown, random: Random): string {
  if (typeof input !== 'object' || input === null)
    return random.chance(0.5) ? '' : `?${encodeURIComponent(writeJson(input).toWellFormed())}`
  const pairs = Object.entries(input).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : writeJson(value)
    const key = encodeURIComponent(name.toWellFormed())
    const pair = `${key}=${encodeURIComponent(text.toWellFormed())}`
    if (random.chance(0.04)) return [pair, pair]
    if (random.chance(0.02)) return [`${key}[]=1`, `${key}[__proto__]=1`]
    if (random.chance(0.02)) return [key, '%zz=1', '%00=%00', '=']
    return [pair]
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function writeBody(body: unknown, random: Random): string {
  if (random.chance(0.08)) return random.pick(HOSTILE_BODIES)
  return random.chance(0.02) ? writeJson(random.pick(HOSTILE)) : writeJson(body)
}
