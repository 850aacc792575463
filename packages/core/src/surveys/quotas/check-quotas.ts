import { type Problem, problem } from '@chuma/contract/problems'
import { ATTRIBUTE_KEYS, PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { QuotaDimension, QuotaTarget } from '@chuma/contract/surveys/quotas/quotas'
import { checkCellReach } from './check-cell-reach.ts'
import { listCodes } from './list-codes.ts'
import type { QuotaIssue, QuotaPlan } from './quota-plan.ts'

/**
 * Find quotas that cannot be filled: dimensions and options that do not exist, targets that disagree with the total, and cells that
 * no answers lead to. Null: the survey has no questionnaire.
 */
export function checkQuotas(plan: QuotaPlan, questionnaire: Questionnaire | null): QuotaIssue[] {
  const parts = plan.dimensions.flatMap((dimension, place) =>
    checkDimension(dimension, questionnaire, `quotas.dimensions.${place}`),
  )
  const cells = plan.cells.flatMap((cell, place) => checkCell(plan, cell, place))
  const found = [...parts, ...cells, ...checkTotal(plan)]
  if (found.some(({ level }) => level === 'error') || questionnaire === null) return found
  return [...found, ...checkCellReach(plan, questionnaire)]
}

const asError = (path: string, found: Problem): QuotaIssue => ({ level: 'error', path, problem: found })

function checkDimension(
  { source, code, groups }: QuotaDimension,
  questionnaire: Questionnaire | null,
  path: string,
): QuotaIssue[] {
  const known = source === 'profile' ? listProfileCodes(code) : listAnswerCodes(questionnaire, code)
  if (known === null) {
    return [
      asError(
        `${path}.code`,
        problem(source === 'profile' ? 'QUOTA_ATTRIBUTE_UNKNOWN' : 'QUOTA_QUESTION_UNKNOWN', { code }),
      ),
    ]
  }
  return groups.flatMap((group, place) =>
    group.codes
      .filter((each) => !known.has(each))
      .map((each) =>
        asError(`${path}.groups.${place}.codes`, problem('QUOTA_OPTION_UNKNOWN', { code: each })),
      ),
  )
}

const OLDEST = 1900

/** Null: there is no such attribute, or one member may have several of its codes. */
function listProfileCodes(code: string): ReadonlySet<string> | null {
  const key = ATTRIBUTE_KEYS.find((each) => each === code)
  if (!key || PROFILE_ATTRIBUTES[key].kind === 'several') return null
  const { kind, options } = PROFILE_ATTRIBUTES[key]
  if (kind === 'year') return new Set(Array.from({ length: 200 }, (_, place) => String(OLDEST + place)))
  return new Set(options.map((option) => option.code))
}

/** Null: it is no required single choice of the screening. */
function listAnswerCodes(questionnaire: Questionnaire | null, code: string): ReadonlySet<string> | null {
  const screening = questionnaire?.sections.filter(({ isScreening }) => isScreening) ?? []
  const question = screening.flatMap(({ questions }) => questions).find((each) => each.code === code)
  const codes = question?.required ? listCodes(question) : null
  return codes && new Set(codes)
}

function checkCell({ dimensions, cells }: QuotaPlan, { groups }: QuotaTarget, place: number): QuotaIssue[] {
  const isKnown =
    groups.length === dimensions.length &&
    groups.every((group, index) => dimensions[index]?.groups.some(({ code }) => code === group))
  if (!isKnown)
    return [asError(`cells.${place}.groups`, problem('QUOTA_GROUP_UNKNOWN', { code: groups.join(' · ') }))]
  const first = cells.findIndex((cell) => cell.groups.join('|') === groups.join('|'))
  return first < place ? [asError(`cells.${place}.groups`, problem('REPEATED'))] : []
}

function checkTotal({ cells, total }: QuotaPlan): QuotaIssue[] {
  const sum = cells.reduce((all, { target }) => all + target, 0)
  if (sum > total) return [asError('total', problem('QUOTA_ABOVE_TOTAL', { sum, total }))]
  if (sum < total)
    return [{ level: 'warning', path: 'total', problem: problem('QUOTA_BELOW_TOTAL', { sum, total }) }]
  return []
}
