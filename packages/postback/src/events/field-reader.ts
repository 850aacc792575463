import type { Pair } from '../read-json-pairs.ts'
import type { RefusalReason } from '../refusal-reasons.ts'
import { isUnfilledMacro } from './unfilled-macro.ts'

/** Read parameters and collect their problems; the first becomes the reason. */
export function createFieldReader(pairs: readonly Pair[]) {
  const reasons: RefusalReason[] = []
  const refuse = (reason: RefusalReason) => {
    reasons.push(reason)
    return undefined
  }

  function text(param: string | undefined): string | undefined {
    const found = pairs.filter(([name]) => name === param)
    if (found.length > 1) return refuse('repeated-parameter')
    const value = found[0]?.[1].trim() ?? ''
    return value === '' || isUnfilledMacro(value) ? undefined : value
  }

  /** A value compared with stored ones: short, printable ASCII. */
  function id(param: string | undefined, invalid: RefusalReason): string | undefined {
    const value = text(param)
    return value === undefined || /^[\x20-\x7e]{1,200}$/.test(value) ? value : refuse(invalid)
  }

  /** A value for people to read. */
  function label(param: string | undefined): string | undefined {
    const visible = text(param)
      ?.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
      .trim()
    return visible ? [...visible].slice(0, 200).join('') : undefined
  }

  return { text, id, label, refuse, firstReason: () => reasons[0] }
}
export type FieldReader = ReturnType<typeof createFieldReader>
