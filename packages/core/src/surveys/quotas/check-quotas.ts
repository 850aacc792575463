import { type Problem, problem } from '@chuma/contract/problems'
import { ATTRIBUTE_KEYS, PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import { AGE_BANDS } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import type { QuotaDimension, QuotaTarget } from '@chuma/contract/surveys/quotas/quotas'
import { type Explorer, explore, MAX_CHECK_STEPS } from '../questionnaire/check/explore.ts'
import { listSteps, type Step } from '../questionnaire/evaluate-logic.ts'

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
  if (code === 'age') return new Set(AGE_BANDS.map((band) => band.code))
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

/**
 * Find cells that no answers to the screening lead to, by trying the answers. Says nothing when there are too many to try. Expects
 * dimensions that exist, and conditions that read earlier questions.
 */
function checkCellReach({ dimensions, cells }: QuotaPlan, questionnaire: Questionnaire): QuotaIssue[] {
  const asked = dimensions.flatMap((dimension, place) =>
    dimension.source === 'question' ? [{ ...dimension, place }] : [],
  )
  if (asked.length === 0) return []
  const wanted = cells.filter(({ target }) => target > 0)
  const nameOf = (groups: readonly (string | undefined)[]) =>
    asked.map(({ place }) => groups[place]).join('|')
  const unseen = new Set(wanted.map(({ groups }) => nameOf(groups)))
  const { explorer, last } = screeningOf(
    questionnaire,
    asked.map(({ code }) => code),
  )
  const extent = explore(explorer, last, (data) => {
    const groups: (string | undefined)[] = []
    for (const { place, code, groups: all } of asked) {
      groups[place] = all.find(({ codes }) => codes.some((each) => each === data[code]))?.code
    }
    unseen.delete(nameOf(groups))
    return unseen.size === 0
  })
  if (extent === 'some') return []
  return cells.flatMap(({ groups, target }, place): QuotaIssue[] =>
    target > 0 && unseen.has(nameOf(groups))
      ? [
          {
            level: 'error',
            path: `cells.${place}`,
            problem: problem('QUOTA_CELL_UNREACHABLE', { code: groups.join(' · ') }),
          },
        ]
      : [],
  )
}

/** The steps of the screening, and behind them one that reads the answers which decide the cell. */
function screeningOf(questionnaire: Questionnaire, codes: string[]): { explorer: Explorer; last: number } {
  const steps = listSteps(questionnaire).filter(
    (step) => step.kind !== 'contradiction' && step.section.isScreening,
  )
  const [section] = questionnaire.sections
  if (!section) throw new Error('a questionnaire has a section')
  const reading: Step = {
    kind: 'section',
    path: 'quotas',
    section: { ...section, showIf: { and: codes.map((code) => ({ var: code })) } },
  }
  const all = [...steps, reading]
  const questions = all.filter((step) => step.kind === 'question')
  const byCode = new Map(questions.map((step) => [step.question.code, step]))
  return { explorer: { steps: all, byCode, stepsLeft: MAX_CHECK_STEPS }, last: steps.length }
}

export type QuotaIssue = { level: 'error' | 'warning'; path: string; problem: Problem }
type QuotaPlan = {
  dimensions: readonly QuotaDimension[]
  cells: readonly QuotaTarget[]
  total: number
}

/** List the answers of a single choice; null for other types. */
function listCodes(question: Question): string[] | null {
  if (question.type === 'multiple-choice') return question.options.map(({ code }) => code)
  return question.type === 'yes-no' ? ['yes', 'no'] : null
}
