import type { Answer } from '@chuma/contract/fields'
import { ATTRIBUTE_KEYS, PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Rule, RuleTest } from '@chuma/contract/surveys/eligibility/eligibility'
import { AGE_BANDS, TRAIT_KEYS } from '@chuma/contract/surveys/eligibility/explain-rule'
import { listQuestions, type Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import {
  type questionnaireDryRun,
  ROBOT_RUNS,
} from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import { isExclusive, isRequired, type QuestionOf } from '@chuma/contract/surveys/questionnaire/questions'
import { ADULT_SHARES } from '@chuma/contract/surveys/quotas/census'
import { type QuotaDimension, toCellId } from '@chuma/contract/surveys/quotas/quotas'
import { minimumSeconds } from '@chuma/contract/surveys/survey-measures'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import { findEligibility } from '@chuma/db/queries/surveys/eligibility'
import { findDraft } from '@chuma/db/queries/surveys/questionnaires'
import { findQuotas, listCells } from '@chuma/db/queries/surveys/quotas'
import { AppError, orRefuse } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { createPause } from '../../in-turns.ts'
import { createRandom, type Random } from '../../random.ts'
import { matchesRule } from '../eligibility.ts'
import { decideCell } from '../quotas/places.ts'
import { checkQuestionnaire } from './check/check-questionnaire.ts'
import { type Followed, follow } from './follow.ts'
import { countPlaces, type Data, judgeAnswer, type ShownQuestion } from './judge-answer.ts'
import { createSay, renderQuestion } from './take-answers.ts'

type Audience = {
  rule: Rule | null
  dimensions: readonly QuotaDimension[]
  cells: readonly { cell: string; target: number }[]
  /** The current business year, from which ages count. */
  year: number
}
type Report = Answer<typeof questionnaireDryRun>

/**
 * Let a robot answer the saved draft of a survey.
 * @throws AppError SURVEY_NOT_FOUND; QUESTIONNAIRE_CHANGED if there is none that could be published
 */
export async function dryRunDraft({ db }: Pick<Deps, 'db'>, { id }: { id: string }): Promise<Report> {
  const { content } = orRefuse(await findDraft(db, id), 'SURVEY_NOT_FOUND')
  if (content === null || !(await checkQuestionnaire(content)).isPublishable)
    throw new AppError('QUESTIONNAIRE_CHANGED')
  const quotas = await findQuotas(db, id)
  const { rule } = (await findEligibility(db, id)) ?? { rule: null }
  return dryRun(content, {
    rule,
    dimensions: quotas?.dimensions ?? [],
    cells: quotas?.dimensions ? await listCells(db, id) : [],
    year: Number((await getBusinessDay(db)).slice(0, 4)),
  })
}

/** The same for every draft, so that a report changes only with it. */
const SEED = 48

/**
 * Let a robot answer a questionnaire that can be published, `ROBOT_RUNS` times at random, each time as another adult of the census
 * whom the rule lets in. Stores nothing. A text is taken to match its pattern.
 */
export async function dryRun(written: Questionnaire, audience: Audience): Promise<Report> {
  const random = createRandom(SEED)
  const pause = createPause()
  const questionnaire = withoutPatterns(written)
  const { dimensions } = audience
  const runs: Run[] = []
  for (let run = 0; run < ROBOT_RUNS; run += 1) {
    await pause()
    const person = drawPerson(random, audience)
    const offered = new Set<string>()
    const followed = follow(questionnaire, {
      answers: new Map(),
      seed: `dry-run:${run}`,
      profile: toTraits(person),
      read: (shown, { data }) => {
        for (const { code } of [...shown.options, ...shown.rows])
          offered.add(toKey(shown.question.code, code))
        return answerAtRandom(random, shown, data)
      },
    })
    const said = { profile: person, data: followed.data, isScreening: false, heldGroups: null }
    const cell = decideCell(dimensions, said)
    runs.push({
      followed,
      offered,
      seconds: countSeconds(followed),
      cell: cell.kind === 'cell' ? toCellId(cell.groups) : null,
    })
  }
  return report(questionnaire, runs, audience)
}

type Run = { followed: Followed; offered: ReadonlySet<string>; seconds: number; cell: string | null }

const toKey = (question: string, option: string) => `${question} ${option}`

function withoutPatterns(written: Questionnaire): Questionnaire {
  const sections = written.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => {
      if (question.type !== 'text') return question
      const { pattern: _, ...rest } = question
      return rest
    }),
  }))
  return { ...written, sections }
}

type Person = Readonly<Record<string, readonly string[]>>

/** Nobody whom a rule lets in is this rare: then the rule asks for what a profile does not say. */
const MAX_DRAWS = 200

/** Draw an adult as the census counted them, with the rest of the profile at random, until the rule lets one in. */
function drawPerson(random: Random, { rule, year }: Audience): Person {
  let person = drawAnyone(random, year)
  for (let draw = 0; draw < MAX_DRAWS && rule && mayFit(rule, { person, year }) === false; draw += 1)
    person = drawAnyone(random, year)
  return person
}

function drawAnyone(random: Random, year: number): Person {
  const [county = '', sex = '', age = ''] = random.pickShare(ADULT_SHARES).split(' ')
  const band = AGE_BANDS.findIndex(({ code }) => code === age)
  const from = AGE_BANDS[band]?.from ?? 0
  const birthYear = year - random.between(from, (AGE_BANDS[band + 1]?.from ?? from + 20) - 1)
  const told = ATTRIBUTE_KEYS.flatMap((key): [string, string[]][] => {
    const { options } = PROFILE_ATTRIBUTES[key]
    return options.length > 0 ? [[key, [random.pick(options).code]]] : []
  })
  return {
    ...Object.fromEntries(told),
    county: [county],
    sex: [sex],
    age: [age],
    birth_year: [String(birthYear)],
  }
}

const toTraits = (person: Person): Record<string, string> =>
  Object.fromEntries(TRAIT_KEYS.map((key) => [key, person[key]?.[0] ?? '']))

type Fitting = { person: Person; year: number }

/** Whether a person fits a rule, as far as a profile says. Null: other facts decide. */
function mayFit(rule: Rule, fitting: Fitting): boolean | null {
  if ('and' in rule) return join(rule.and, fitting, false)
  if ('or' in rule) return join(rule.or, fitting, true)
  if ('not' in rule) {
    const fits = mayFit(rule.not, fitting)
    return fits === null ? null : !fits
  }
  return OF_PROFILE.has(rule.is) ? fits(rule, fitting) : null
}

/** One that is `decisive` decides about all. */
function join(rules: readonly Rule[], fitting: Fitting, decisive: boolean): boolean | null {
  const found = rules.map((rule) => mayFit(rule, fitting))
  if (found.includes(decisive)) return decisive
  return found.includes(null) ? null : !decisive
}

const OF_PROFILE: ReadonlySet<RuleTest['is']> = new Set(['any-of', 'none-of', 'age', 'born'])

const fits = (test: RuleTest, { person, year }: Fitting) =>
  matchesRule(test, {
    profile: person,
    year,
    country: '',
    isPremium: false,
    joinedDays: 0,
    completed: {},
    rejectedCount: 0,
    flagCount: 0,
    startedIds: [],
    completedIds: [],
  })

/** How often the robot tries before it says that a question has no answer. */
const MAX_TRIES = 40
/** Of questions that may be left out. */
const LEFT_OUT = 0.1

function answerAtRandom(random: Random, shown: ShownQuestion, data: Data): AnswerValue | undefined {
  if (!isRequired(shown.question) && random.chance(LEFT_OUT)) return undefined
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const answer = draw(random, shown)
    if (answer === undefined) return undefined
    if (judgeAnswer(shown, answer, { data }) === null) return answer
  }
  return undefined
}

function draw(random: Random, { question, options, rows, bounds }: ShownQuestion): AnswerValue | undefined {
  switch (question.type) {
    case 'multiple-choice':
      return random.pick(options).code
    case 'yes-no':
      return random.pick(['yes', 'no'])
    case 'rating':
      return random.between(1, 5)
    case 'scale':
      return random.between(question.from, question.to)
    case 'number':
      return drawNumber(random, question, bounds)
    case 'text':
      return 'The robot says so'.slice(0, question.most)
    case 'choices':
      return drawChoices(random, question, options)
    case 'grid':
      return { rows: Object.fromEntries(rows.map(({ code }) => [code, random.pick(question.columns).code])) }
    case 'ranking': {
      const ranked = shuffle(random, options).slice(0, countPlaces(question, options))
      return { rows: Object.fromEntries(ranked.map(({ code }, place) => [code, String(place + 1)])) }
    }
    case 'note':
      return question.consent ? 'yes' : undefined
    case 'calculation':
      return undefined
    default:
      return drawMoment(random, question.type, bounds)
  }
}

function drawNumber(
  random: Random,
  { codes = [], decimals }: QuestionOf<'number'>,
  { min, max }: ShownQuestion['bounds'],
) {
  if (codes.length > 0 && random.chance(0.1)) return random.pick(codes).code
  const from = typeof min === 'number' ? min : 0
  const to = typeof max === 'number' ? max : from + 100
  // Small numbers are what conditions ask for: every other run takes one.
  const far = random.chance(0.5) ? to : Math.min(to, from + 10)
  return Number((from + random.next() * (far - from)).toFixed(decimals))
}

function drawChoices(
  random: Random,
  { least = 1, most }: QuestionOf<'choices'>,
  options: ShownQuestion['options'],
) {
  const alone = options.filter(isExclusive)
  const others = options.filter((option) => !isExclusive(option))
  const isAlone = alone.length > 0 && (others.length === 0 || random.chance(0.15))
  const count = random.between(Math.min(least, others.length), Math.min(most ?? others.length, others.length))
  const chosen = isAlone ? [random.pick(alone)] : shuffle(random, others).slice(0, count)
  const asksWords = chosen.some(({ kind }) => kind === 'other')
  return { choices: chosen.map(({ code }) => code), ...(asksWords && { other: 'Something else' }) }
}

const shuffle = <Item>(random: Random, items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: random.next() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item)

const DAY_MS = 86_400_000

/** Between the bounds; without one within two years of the other, or of the first of 2026. */
function drawMoment(
  random: Random,
  type: 'date' | 'time' | 'date-time',
  { min, max }: ShownQuestion['bounds'],
) {
  const read = (bound: ShownQuestion['bounds']['min']) => {
    if (typeof bound !== 'string') return null
    return Date.parse(type === 'time' ? `2026-01-01T${bound}Z` : type === 'date' ? bound : `${bound}Z`)
  }
  const span = (type === 'time' ? 1 : 700) * DAY_MS
  const [least, most] = [read(min), read(max)]
  const from = least ?? (most === null || type === 'time' ? Date.UTC(2026, 0, 1) : most - span)
  const to = most ?? from + span - 60_000
  const at = new Date(from + random.next() * Math.max(0, to - from)).toISOString()
  return type === 'date' ? at.slice(0, 10) : type === 'time' ? at.slice(11, 16) : at.slice(0, 16)
}

function report(questionnaire: Questionnaire, runs: readonly Run[], { cells }: Audience): Report {
  const asked = new Set(runs.flatMap(({ followed }) => followed.shown.map(({ question }) => question.code)))
  const offered = new Set(runs.flatMap((run) => [...run.offered]))
  const stuck = runs.filter(({ followed }) => !followed.end && followed.missing.length > 0)
  const screened = runs.filter(({ followed }) => followed.end?.outcome === 'screened-out')
  const completed = runs.filter((run) => !stuck.includes(run) && !screened.includes(run))
  const reached = new Set(completed.map(({ cell }) => cell))
  const questions = listQuestions(questionnaire).filter(({ type }) => type !== 'calculation')
  return {
    runs: runs.length,
    completed: completed.length,
    screenedOut: screened.length,
    stuck: stuck.length,
    questions: spreadOf(completed.map(({ followed }) => followed.shown.length)),
    seconds: spreadOf(completed.map(({ seconds }) => seconds)),
    neverAsked: questions.map(({ code }) => code).filter((code) => !asked.has(code)),
    neverOffered: questions.flatMap((question) => {
      if (!asked.has(question.code)) return []
      const parts = 'options' in question ? question.options : question.type === 'grid' ? question.rows : []
      return parts
        .filter(({ code }) => !offered.has(toKey(question.code, code)))
        .map(({ code }) => ({ question: question.code, option: code }))
    }),
    stuckAt: countStuck(stuck),
    emptyCells: cells
      .filter(({ cell, target }) => target > 0 && !reached.has(cell))
      .map(({ cell, target }) => ({ id: cell, target })),
  }
}

/** What an unhurried reader needs: three times what the hurried one does. */
function countSeconds(followed: Followed): number {
  const say = createSay({ followed, language: 'en' })
  return 3 * minimumSeconds(followed.shown.map((shown) => renderQuestion(shown, say)))
}

function spreadOf(values: number[]): Report['questions'] {
  const sorted = values.sort((left, right) => left - right)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  return { median: at(0.5), p90: at(0.9) }
}

function countStuck(stuck: readonly Run[]): Report['stuckAt'] {
  const counts = new Map<string, number>()
  for (const { followed } of stuck) {
    const code = followed.missing[0]?.code ?? ''
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return [...counts]
    .map(([question, count]) => ({ question, runs: count }))
    .sort((left, right) => right.runs - left.runs)
}
