import { cleanLine } from './clean-text.ts'
import {
  type FieldProblems,
  type Problem,
  type ProblemCode,
  type ProblemParams,
  problem,
} from './problems.ts'

/** An input that was refused, and what is wrong with its fields. */
export type Refused = { fields: FieldProblems; input: unknown }

type BareCode = {
  [Code in ProblemCode]: Record<never, never> extends ProblemParams<Code> ? Code : never
}[ProblemCode]

/**
 * One rule of a form. `missing`: these fields have to be filled in · `wrong`: these fields have to be right · `codes`: a
 * problem that is its own sentence.
 */
export type FormRule =
  | { missing: readonly string[]; says: BareCode }
  | { wrong: readonly string[]; says: BareCode }
  | { codes: readonly ProblemCode[] }

/** Find the first rule that an input breaks, as the sentence to answer; undefined if it breaks none of these. */
export function findFirstBroken(rules: readonly FormRule[], refused: Refused): Problem | undefined {
  for (const rule of rules) {
    const found = findBroken(rule, refused)
    if (found) return found
  }
  return undefined
}

function findBroken(rule: FormRule, refused: Refused): Problem | undefined {
  const { fields } = refused
  if ('codes' in rule)
    return Object.values(fields)
      .flat()
      .find(({ code }) => rule.codes.includes(code))
  const isBroken =
    'missing' in rule
      ? rule.missing.some((name) => isMissing(name, refused))
      : rule.wrong.some((name) => fields[name])
  return isBroken ? (problem(rule.says) as Problem) : undefined
}

/** A value of the wrong type was not entered in the form's field either. */
const NOT_GIVEN: readonly ProblemCode[] = ['REQUIRED', 'WRONG_TYPE', 'NOT_AN_OPTION']

function isMissing(name: string, { fields, input }: Refused): boolean {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return true
  const codes = fields[name]?.map(({ code }) => code)
  if (!codes) return false
  const value: unknown = Object.hasOwn(input, name) ? input[name as never] : undefined
  if (typeof value !== 'string') return codes.some((code) => NOT_GIVEN.includes(code))
  // A password may consist of spaces.
  const isBlank = value === '' || (cleanLine(value) === '' && !codes.includes('PASSWORD_TOO_SHORT'))
  return isBlank || codes.some((code) => NOT_GIVEN.includes(code))
}

/** Their texts say what is wrong, but not with which field. */
const UNNAMED: readonly ProblemCode[] = [
  ...(['REQUIRED', 'INVALID', 'WRONG_TYPE', 'NOT_AN_OPTION', 'NOT_AN_ID', 'REPEATED'] as const),
  ...([
    'TOO_SHORT',
    'TOO_LONG',
    'TOO_SMALL',
    'TOO_BIG',
    'NOT_ABOVE',
    'NOT_BELOW',
    'TOO_FEW',
    'TOO_MANY',
  ] as const),
  ...(['HIDDEN_CHARACTERS', 'UNTYPEABLE_CHARACTERS', 'TOO_MANY_DECIMALS'] as const),
]

/** Say the first problem in a sentence that stands alone, for an answer that has no field errors beside it. */
export function nameFirstProblem(fields: FieldProblems): Problem | undefined {
  const [first] = Object.entries(fields)
  const [field = '', [found] = []] = first ?? []
  if (!found) return undefined
  if (found.code === 'UNKNOWN_FIELD') return problem('UNKNOWN_FIELD_NAMED', { field })
  return UNNAMED.includes(found.code) ? problem('FIELD_NOT_VALID', { field }) : found
}
