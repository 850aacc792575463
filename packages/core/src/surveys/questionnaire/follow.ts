import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Questionnaire, Section } from '@chuma/contract/surveys/questionnaire/questionnaire'
import {
  type Choice,
  type EndRule,
  isRequired,
  type Question,
  type QuestionOf,
  type QuestionOption,
} from '@chuma/contract/surveys/questionnaire/questions'
import { listPipes, type Words } from '@chuma/contract/surveys/questionnaire/words'
import { arrange } from './arrange.ts'
import { computeLogic, doesHold, listReferences } from './evaluate-logic.ts'
import { type Bounds, type Data, isMoment, judgeAnswer, type ShownQuestion, toData } from './judge-answer.ts'

export type Contradicted = {
  /** Of the questions whose answers do not fit together. */
  questionIds: number[]
  note: string
}

/** Find what its author says cannot be true, among the answers that count. One whose questions were not all answered holds nothing. */
export function findContradictions(
  { contradictions = [] }: Questionnaire,
  { shown, data }: Pick<Followed, 'shown' | 'data'>,
): Contradicted[] {
  const idOf = new Map(shown.map(({ question }) => [question.code, question.id]))
  return contradictions.flatMap(({ if: rule, note }) => {
    const codes = [...listReferences(rule).codes]
    const isAnswered = codes.every((code) => data[code] !== undefined)
    if (!isAnswered || !doesHold(rule, data)) return []
    return [{ questionIds: codes.flatMap((code) => idOf.get(code) ?? []), note }]
  })
}

type End = Pick<EndRule, 'outcome' | 'reason'>
export type Followed = {
  /** In the order of the questionnaire, as far as the answers decide. */
  shown: ShownQuestion[]
  /** What follows from the answers so far: asked of nobody, with an answer. */
  computed: ShownQuestion[]
  /** The answers that count, by question id: those of shown questions, and what was computed. */
  answers: Map<number, AnswerValue>
  /** The same by code, as conditions read them, with the profile. */
  data: Data
  /** A rule ended the survey here. */
  end: End | null
  /** Required questions that are shown and have no valid answer yet. */
  missing: Question[]
  /** Questions that nothing decides about yet, with everything that may be chosen. */
  ahead: ShownQuestion[]
}
/** Reads the answer to a question that is shown now; undefined: the known one counts. `before`: what was answered until then. */
export type ReadNow = (shown: ShownQuestion, before: Before) => AnswerValue | undefined
export type Before = Pick<Followed, 'shown' | 'computed' | 'answers' | 'data'>
type Given = {
  /** In codes, by question id. */
  answers: ReadonlyMap<number, AnswerValue>
  /** Decides random orders and wordings. The same for one member and survey. */
  seed: string
  /** What the member's profile says, as conditions read it: `{"var": "profile.county"}`. */
  profile?: Readonly<Record<string, string>> | undefined
  read?: ReadNow | undefined
}
type Walk = Omit<Followed, 'end' | 'ahead'> &
  Omit<Given, 'profile'> & {
    counted: Map<number, AnswerValue>
    open: Set<string>
    end: End | null
    ruledOut: Set<string>
  }
/** open: it depends on a required question without an answer. */
type Decision = 'shown' | 'hidden' | 'open'

/**
 * Follow a questionnaire with the answers given so far. The result depends only on the answers, not on their order: two tabs
 * come to the same. A question appears as soon as everything that decides about it is answered; behind a rule that may end the
 * survey nothing appears until the rule is decided. A question that is hidden counts as never answered.
 */
export function follow(questionnaire: Questionnaire, { answers, seed, profile, read }: Given): Followed {
  const { sections } = arrange(questionnaire, seed)
  const walk: Walk = {
    shown: [],
    computed: [],
    counted: new Map(),
    data: profile ? { profile } : {},
    missing: [],
    open: new Set(),
    ruledOut: new Set(),
    end: null,
    answers: new Map(answers),
    seed,
    read,
  }
  for (const section of sections) if (!walkSection(walk, section)) break
  const { shown, computed, counted, data, missing, end } = walk
  return {
    shown,
    computed,
    answers: counted,
    data,
    missing,
    end,
    ahead: end ? [] : listAhead(walk, sections),
  }
}

function listAhead({ shown, ruledOut }: Walk, sections: readonly Section[]): ShownQuestion[] {
  const decided = new Set([...shown.map(({ question }) => question.code), ...ruledOut])
  return sections.flatMap((section) =>
    section.questions
      .filter(({ code, type }) => !decided.has(code) && type !== 'calculation')
      .map((question) => ({
        section,
        question,
        options: 'options' in question ? question.options : [],
        rows: question.type === 'grid' ? question.rows : [],
        bounds: NO_BOUNDS,
      })),
  )
}

/** Returns whether the survey goes on behind the section. */
function walkSection(walk: Walk, section: Section): boolean {
  const decision = decide(walk, section.showIf)
  if (decision === 'hidden') {
    for (const { code } of section.questions) walk.ruledOut.add(code)
    return true
  }
  for (const question of section.questions) {
    const own = decision === 'open' ? 'open' : decideQuestion(walk, question)
    if (own === 'hidden') {
      walk.ruledOut.add(question.code)
      continue
    }
    if (own === 'shown') pass(walk, section, question)
    else walk.open.add(question.code)
    if (!goesOn(walk, question.endIf)) return false
  }
  return goesOn(walk, section.endIf)
}

function decide({ open, data }: Walk, ...rules: (Logic | undefined)[]): Decision {
  const given = rules.filter((rule) => rule !== undefined)
  if (isOpen(open, listReferences(...given).codes)) return 'open'
  return given.every((rule) => doesHold(rule, data)) ? 'shown' : 'hidden'
}

const isOpen = (open: ReadonlySet<string>, codes: Iterable<string>) =>
  [...codes].some((code) => open.has(code))

/** Its options, rows, bounds and texts have to be decided too. */
function decideQuestion(walk: Walk, question: Question): Decision {
  const own = decide(walk, question.showIf)
  if (own !== 'shown') return own
  const parts = listParts(question)
  const conditions = listReferences(...parts.map(({ showIf }) => showIf), ...listComputed(question)).codes
  const pipes = listTexts(question)
    .flatMap(({ words }) => listPipes(words))
    .map(codeOfPipe)
  if (isOpen(walk.open, [...conditions, ...pipes])) return 'open'
  // Nothing to choose from is nothing to ask.
  const { options, rows } = showParts(walk, question)
  const hasChoice = 'options' in question ? options.length > 0 : question.type !== 'grid' || rows.length > 0
  return hasChoice ? 'shown' : 'hidden'
}

/** What has to be computed before the question can be shown. A constraint reads its own answer, which is no earlier one. */
function listComputed(question: Question): (Logic | undefined)[] {
  const { code, constraint } = question
  const bounds = 'min' in question || 'max' in question ? [question.min, question.max] : []
  const reads = [...listReferences(constraint?.if).codes].filter((each) => each !== code)
  return [
    ...(question.type === 'calculation' ? [question.calculate] : []),
    ...bounds.filter((bound) => typeof bound === 'object'),
    ...reads.map((each) => ({ var: each })),
  ]
}

function listTexts(question: Question): { words: Words | undefined }[] {
  return [question, { words: question.hint }, ...listParts(question)]
}

/** The question that a pipe quotes. */
const codeOfPipe = (pipe: string) => pipe.split('.')[0] ?? pipe

/** The options of a question, or its rows. */
function listParts(question: Question): (Choice | QuestionOption)[] {
  if ('options' in question) return question.options
  return question.type === 'grid' ? question.rows : []
}

function showParts({ data }: Walk, question: Question): Pick<ShownQuestion, 'options' | 'rows'> {
  const isShown = ({ showIf }: QuestionOption) => showIf === undefined || doesHold(showIf, data)
  return {
    options: 'options' in question ? question.options.filter(isShown) : [],
    rows: question.type === 'grid' ? question.rows.filter(isShown) : [],
  }
}

function pass(walk: Walk, section: Section, question: Question): void {
  const shown = { section, question, ...showParts(walk, question), bounds: findBounds(question, walk.data) }
  if (question.type === 'calculation') {
    compute(walk, shown, question)
    return
  }
  walk.shown.push(shown)
  const given = walk.read?.(shown, { ...walk, answers: walk.counted })
  if (given !== undefined) walk.answers.set(question.id, given)
  const answer = resolveAnswer(shown, walk.answers.get(question.id), walk.data)
  if (answer !== undefined) count(walk, question, answer)
  else if (isRequired(question)) {
    walk.missing.push(question)
    walk.open.add(question.code)
  }
}

function count(walk: Walk, question: Question, answer: AnswerValue): void {
  walk.counted.set(question.id, answer)
  walk.data[question.code] = toData(question, answer)
}

function compute(walk: Walk, shown: ShownQuestion, question: QuestionOf<'calculation'>): void {
  const answer = computeAnswer(question, walk.data)
  if (answer === null) return
  walk.computed.push(shown)
  count(walk, question, answer)
}

/** Decimals that files keep. */
const DECIMALS = 10_000
const MAX_TEXT = 2000

/** Work out a calculation. Null: it has no value after these answers. */
export function computeAnswer({ calculate, value }: QuestionOf<'calculation'>, data: Data) {
  const found = computeLogic(calculate, data)
  if (found === null || found === '' || typeof found === 'object') return null
  if (value === 'text') return String(found).slice(0, MAX_TEXT)
  const number = Math.round(Number(found) * DECIMALS) / DECIMALS
  return Number.isFinite(number) ? number : null
}

const NO_BOUNDS: Bounds = { min: null, max: null }

/** The least and the most that may be answered, which earlier answers may decide. Null: nothing does. */
function findBounds(question: Question, data: Data): Bounds {
  if (!('min' in question || 'max' in question)) return NO_BOUNDS
  const find = (bound: Logic | undefined) => {
    const value = typeof bound === 'object' ? computeLogic(bound, data) : bound
    if (question.type === 'number') return typeof value === 'number' ? value : null
    return isMoment(question.type, value) ? value : null
  }
  return { min: find(question.min), max: find(question.max) }
}

/** Whether the survey goes on behind these rules. They wait until every required question before them has an answer. */
function goesOn(walk: Walk, rules: readonly EndRule[]): boolean {
  if (rules.length === 0) return true
  if (walk.open.size > 0) return false
  const rule = rules.find(({ if: condition }) => doesHold(condition, walk.data))
  if (!rule) return true
  walk.end = { outcome: rule.outcome, ...(rule.reason && { reason: rule.reason }) }
  return false
}

/** The question to ask after this one: the next that is shown, else the first without an answer; null if all is said. */
export function findNext({ shown, end, missing }: Followed, questionId: number): number | null {
  if (end) return null
  const place = shown.findIndex(({ question }) => question.id === questionId)
  return (shown[place + 1]?.question ?? missing[0])?.id ?? null
}

/**
 * Read a stored answer as it counts now: without options and rows that are hidden by now. Undefined if nothing valid is left.
 */
function resolveAnswer(shown: ShownQuestion, stored: AnswerValue | undefined, data: Data) {
  if (stored === undefined || stored === '') return undefined
  const answer = restrict(shown, stored)
  return judgeAnswer(shown, answer, { data }) === null ? answer : undefined
}

function restrict({ question, options, rows }: ShownQuestion, stored: AnswerValue): AnswerValue {
  if (typeof stored !== 'object') return stored
  if ('choices' in stored) {
    const kept = stored.choices.filter((code) => options.some((option) => option.code === code))
    const asksWords =
      question.type === 'choices' &&
      question.options.some(({ code, kind }) => kind === 'other' && kept.includes(code))
    return asksWords ? { ...stored, choices: kept } : { choices: kept }
  }
  const shownRows = new Set([...rows, ...options].map(({ code }) => code))
  return { rows: Object.fromEntries(Object.entries(stored.rows).filter(([row]) => shownRows.has(row))) }
}
