import type { Random } from './create-random.ts'
import { HOSTILE } from './hostile-values.ts'
import { type Making, makeValue, type Schema } from './make-value.ts'
import { spoil } from './spoil.ts'

type Asking = { schema: Schema | undefined; random: Random; know: Making['know'] }

/** Make an input: of ten, three are valid, two at or beyond a limit, and five are spoiled. */
export function makeInput({ schema, random, know }: Asking): unknown {
  if (!schema) return random.chance(0.8) ? undefined : random.pick(HOSTILE)
  const kind = random.pick(['valid', 'valid', 'valid', 'edge', 'edge', ...Array(5).fill('spoiled')])
  const mode = kind === 'edge' ? 'edge' : 'valid'
  const input = makeValue(schema, { random, know, mode })
  return kind === 'spoiled' ? spoil(input, random) : input
}
