import type { RestCall, TrpcCall } from '../../src/testing.ts'
import { createRandom, type Random } from '../fuzz/create-random.ts'
import type { FuzzCaller } from '../fuzz/fuzz-callers.ts'
import { HOSTILE, HOSTILE_TEXTS } from '../fuzz/hostile-values.ts'
import type { RestDoor, TrpcDoor } from '../fuzz/list-doors.ts'
import { type Making, makeValue } from '../fuzz/make-value.ts'

export type Twin = { trpc: TrpcDoor; rest: RestDoor }
export type Ask = { caller: FuzzCaller; rest: RestCall; trpc: TrpcCall; renamed: Record<string, string> }

type Input = Record<string, unknown>

/** What can stand between two strokes of an address and comes out as it went in. */
const IN_PATHS = HOSTILE_TEXTS.filter((text) => text.length > 1 && text.length < 300 && text.isWellFormed())
/** Whatever is no text is none of its own in an address either. */
const IN_QUERIES = HOSTILE_TEXTS.filter((text) => text.isWellFormed())
/** Each is refused by both doors, in words that differ (test/bad-input). */
const isSpoken = (value: unknown) => !/__proto__|constructor|\ufdd0/.test(JSON.stringify(value))
const IN_BODIES = HOSTILE.filter(isSpoken)

/** One question in the words of both doors: as it should be, or with one thing wrong. */
export function makeAsk(
  twin: Twin,
  caller: FuzzCaller,
  { random, know }: Pick<Making, 'random' | 'know'>,
): Ask {
  const { trpc, rest } = twin
  const names = nameParams(twin)
  const inPath = new Set(Object.values(names))
  const made = makeGood(trpc, inPath, { random, know, mode: 'valid' })
  const input = made && spoilOne(made, { random, inPath, rest })
  const url = rest.path.replace(/:(\w+)/g, (_, param) =>
    encodeURIComponent(String(input?.[names[param] ?? param])),
  )
  const others = Object.fromEntries(Object.entries(input ?? {}).filter(([key]) => !inPath.has(key)))
  const search = hasBody(rest) ? '' : writeSearch(others)
  return {
    caller,
    rest: {
      method: rest.method as RestCall['method'],
      url: `${url}${search}`,
      ...(hasBody(rest) ? { body: others } : {}),
    },
    trpc: { type: trpc.type, path: trpc.name, ...(input === undefined ? {} : { input }) },
    renamed: names,
  }
}

/** What stands in an address cannot be left out. */
function makeGood({ input }: TrpcDoor, inPath: ReadonlySet<string>, making: Making): Input | undefined {
  if (!input) return undefined
  const inAddress = [...inPath].map((key) => [key, makeValue(input.properties?.[key] ?? {}, making, key)])
  return { ...(makeValue(input, making) as Input), ...Object.fromEntries(inAddress) }
}

function writeSearch(input: Input): string {
  const texts = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))
  return Object.keys(texts).length > 0 ? `?${new URLSearchParams(texts)}` : ''
}

const hasBody = ({ body }: RestDoor) => body !== undefined

/** Which field of the input stands in the address: `id` there is `memberId` here. */
function nameParams({ trpc, rest }: Twin): Record<string, string> {
  const fields = Object.keys(trpc.input?.properties ?? {})
  return Object.fromEntries(
    [...rest.path.matchAll(/:(\w+)/g)].map(([, param = '']) => [
      param,
      fields.includes(param)
        ? param
        : (['memberId', 'surveyId'].find((name) => fields.includes(name)) ?? param),
    ]),
  )
}

type Spoiling = { random: Random; inPath: ReadonlySet<string>; rest: RestDoor }

function spoilOne(input: Input, { random, inPath, rest }: Spoiling): Input {
  if (random.chance(0.4)) return input
  // What a route reads nothing of, it cannot refuse.
  const isRead = rest.body !== undefined || rest.query !== undefined
  if (isRead && random.chance(0.15)) return { ...input, [random.pick(['extra', 'isAdmin', 'userId'])]: 'x' }
  const key = random.pick(Object.keys(input))
  if (key === undefined) return input
  if (inPath.has(key)) return { ...input, [key]: random.pick(IN_PATHS) }
  if (random.chance(0.15)) return Object.fromEntries(Object.entries(input).filter(([name]) => name !== key))
  return { ...input, [key]: hasBody(rest) ? random.pick(IN_BODIES) : random.pick(IN_QUERIES) }
}

export const chanceOf = (name: string, round: number) => createRandom(`twins ${name} ${round}`)
