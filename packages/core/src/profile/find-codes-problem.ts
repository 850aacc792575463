import { type Problem, problem } from '@chuma/contract/problems'
import { PREFER_NOT } from '@chuma/contract/profile/attribute'
import { type AttributeKey, PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'

const OLDEST_YEAR = 1900
/** Members are adults. */
const YOUNGEST_AGE = 18

/** Find what is wrong with an answer. `year`: the current one, of the business's time zone. */
export function findCodesProblem(
  attribute: AttributeKey,
  codes: readonly string[],
  year: number,
): Problem | null {
  const { kind, options } = PROFILE_ATTRIBUTES[attribute]
  const [first = '', ...others] = codes
  if (first === PREFER_NOT && others.length === 0) return null
  if (kind !== 'several' && others.length > 0) return problem('TOO_MANY', { max: 1 })
  if (kind === 'year') return findYearProblem(first, year - YOUNGEST_AGE)
  const known = options.map(({ code }) => code)
  if (codes.some((code) => !known.includes(code))) {
    return problem('NOT_AN_OPTION', { options: [...known, PREFER_NOT] })
  }
  return new Set(codes).size < codes.length ? problem('REPEATED') : null
}

function findYearProblem(code: string, latest: number): Problem | null {
  if (!/^\d{4}$/.test(code)) return problem('INVALID')
  const born = Number(code)
  if (born < OLDEST_YEAR) return problem('TOO_SMALL', { min: OLDEST_YEAR })
  return born > latest ? problem('TOO_BIG', { max: latest }) : null
}
