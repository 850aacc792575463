import { type Problem, problem } from '@chuma/contract/problems'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Json, Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Questionnaire, Section } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type {
  Choice,
  EndRule,
  Question,
  QuestionOf,
  QuestionOption,
} from '@chuma/contract/surveys/questionnaire/questions'
import { listPipes } from '@chuma/contract/surveys/questionnaire/words'
import { doesHold, listReferences } from './evaluate-logic.ts'

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
  /** The answers that count, by question id: those of shown questions. */
  answers: Map<number, AnswerValue>
  /** The same by code, as conditions read them. */
  data: { [code: string]: Json }
  /** A rule ended the survey here. */
  end: End | null
  /** Required questions that are shown and have no valid answer yet. */
  missing: Question[]
  /** Questions that nothing decides about yet, with everything that may be chosen. */
  ahead: ShownQuestion[]
}
/** Reads the answer to a question that is shown now; undefined: the known one counts. `before`: what was answered until then. */
export type ReadNow = (
  shown: ShownQuestion,
  before: Pick<Followed, 'shown' | 'answers'>,
) => AnswerValue | undefined
type Given = {
  /** In codes, by question id. */
  answers: ReadonlyMap<number, AnswerValue>
  /** Decides the random order of options. The same for one member and survey. */
  seed: string
  read?: ReadNow | undefined
}
type Walk = Omit<Followed, 'end' | 'ahead'> &
  Given & { counted: Map<number, AnswerValue>; open: Set<string>; end: End | null; ruledOut: Set<string> }
/** open: it depends on a required question without an answer. */
type Decision = 'shown' | 'hidden' | 'open'

/**
 * Follow a questionnaire with the answers given so far. The result depends only on the answers, not on their order: two tabs
 * come to the same. A question appears as soon as everything that decides about it is answered; behind a rule that may end the
 * survey nothing appears until the rule is decided. A question that is hidden counts as never answered.
 */
export function follow({ sections }: Questionnaire, { answers, seed, read }: Given): Followed {
  const walk: Walk = {
    shown: [],
    counted: new Map(),
    data: {},
    missing: [],
    open: new Set(),
    ruledOut: new Set(),
    end: null,
    answers: new Map(answers),
    seed,
    read,
  }
  for (const section of sections) if (!walkSection(walk, section)) break
  const { shown, counted, data, missing, end } = walk
  return { shown, answers: counted, data, missing, end, ahead: end ? [] : listAhead(walk, sections) }
}

function listAhead({ shown, ruledOut, seed }: Walk, sections: readonly Section[]): ShownQuestion[] {
  const decided = new Set([...shown.map(({ question }) => question.code), ...ruledOut])
  return sections.flatMap((section) =>
    section.questions
      .filter(({ code }) => !decided.has(code))
      .map((question) => ({
        section,
        question,
        options: order(question, 'options' in question ? question.options : [], seed),
        rows: question.type === 'grid' ? question.rows : [],
      })),
  )
}

function order(question: Question, options: Choice[], seed: string): Choice[] {
  const isRandom = 'order' in question && question.order === 'random'
  return isRandom ? orderOptions(options, `${seed}:${question.id}`) : options
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
    if (own === 'shown') show(walk, section, question)
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

/** Its options, rows and texts have to be decided too. */
function decideQuestion(walk: Walk, question: Question): Decision {
  const own = decide(walk, question.showIf)
  if (own !== 'shown') return own
  const parts = listParts(question)
  const conditions = listReferences(...parts.map(({ showIf }) => showIf)).codes
  const pipes = [question, ...parts].flatMap(({ words }) => listPipes(words))
  if (isOpen(walk.open, [...conditions, ...pipes])) return 'open'
  // Nothing to choose from is nothing to ask.
  const { options, rows } = showParts(walk, question)
  const hasChoice = 'options' in question ? options.length > 0 : question.type !== 'grid' || rows.length > 0
  return hasChoice ? 'shown' : 'hidden'
}

/** The options of a question, or its rows. */
function listParts(question: Question): (Choice | QuestionOption)[] {
  if ('options' in question) return question.options
  return question.type === 'grid' ? question.rows : []
}

function showParts({ data, seed }: Walk, question: Question): Pick<ShownQuestion, 'options' | 'rows'> {
  const isShown = ({ showIf }: QuestionOption) => showIf === undefined || doesHold(showIf, data)
  const options: Choice[] = 'options' in question ? question.options.filter(isShown) : []
  return {
    options: order(question, options, seed),
    rows: question.type === 'grid' ? question.rows.filter(isShown) : [],
  }
}

function show(walk: Walk, section: Section, question: Question): void {
  const shown = { section, question, ...showParts(walk, question) }
  walk.shown.push(shown)
  const given = walk.read?.(shown, { shown: walk.shown, answers: walk.counted })
  if (given !== undefined) walk.answers.set(question.id, given)
  const answer = resolveAnswer(shown, walk.answers.get(question.id))
  if (answer !== undefined) {
    walk.counted.set(question.id, answer)
    walk.data[question.code] = toData(answer)
  } else if (question.required) {
    walk.missing.push(question)
    walk.open.add(question.code)
  }
}

/** Several choices are a list of codes, a grid is an object with a column for each row. */
function toData(answer: AnswerValue): Json {
  if (typeof answer !== 'object') return answer
  return 'choices' in answer ? answer.choices : answer.rows
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

type Shown<Type extends ShownQuestion['question']['type']> = ShownQuestion & { question: QuestionOf<Type> }

/**
 * Find what is wrong with an answer in codes to a question as it is shown; null if it is valid. No answer is the empty text.
 * An option or a row that is not shown counts as unknown.
 */
export function judgeAnswer(shown: ShownQuestion, answer: AnswerValue): Problem | null {
  const { question } = shown
  if (answer === '') return question.required ? problem('REQUIRED') : null
  switch (question.type) {
    case 'multiple-choice':
      return shown.options.some(({ code }) => code === answer) ? null : problem('ANSWER_NOT_AN_OPTION')
    case 'yes-no':
      return answer === 'yes' || answer === 'no' ? null : problem('ANSWER_NOT_YES_OR_NO')
    case 'rating':
      return isWhole(answer, 1, 5) ? null : problem('ANSWER_NOT_A_RATING')
    case 'scale': {
      const { from, to } = question
      return isWhole(answer, from, to) ? null : problem('ANSWER_NOT_ON_SCALE', { from, to })
    }
    case 'text':
      return typeof answer === 'string' && answer.length <= question.most
        ? null
        : problem('ANSWER_NOT_IN_WORDS', { max: question.most })
    case 'number':
      return judgeNumber(question, answer)
    case 'choices':
      return judgeChoices({ ...shown, question }, answer)
    case 'grid':
      return judgeGrid({ ...shown, question }, answer)
  }
}

function isWhole(answer: AnswerValue, from: number, to: number): boolean {
  return typeof answer === 'number' && Number.isInteger(answer) && answer >= from && answer <= to
}

function judgeNumber({ min, max, decimals }: QuestionOf<'number'>, answer: AnswerValue): Problem | null {
  if (typeof answer !== 'number') return problem('ANSWER_NOT_A_NUMBER')
  if (answer < min) return problem('TOO_SMALL', { min })
  if (answer > max) return problem('TOO_BIG', { max })
  return Number(answer.toFixed(decimals)) === answer ? null : problem('ANSWER_TOO_PRECISE', { max: decimals })
}

function judgeChoices({ options, question }: Shown<'choices'>, answer: AnswerValue): Problem | null {
  if (typeof answer !== 'object' || !('choices' in answer)) return problem('ANSWER_NOT_CHOICES')
  const { choices, other } = answer
  const chosen = choices.map((code) => options.find((option) => option.code === code))
  if (chosen.some((option) => option === undefined)) return problem('ANSWER_NOT_AN_OPTION')
  if (new Set(choices).size < choices.length) return problem('REPEATED')
  if (choices.length === 0) return problem('REQUIRED')
  if (question.most !== undefined && choices.length > question.most)
    return problem('ANSWER_TOO_MANY', { max: question.most })
  const hasKind = (kind: Choice['kind']) => chosen.some((option) => option?.kind === kind)
  if (hasKind('none') && choices.length > 1) return problem('ANSWER_EXCLUSIVE')
  if (hasKind('other') !== ((other ?? '') !== '')) return problem('ANSWER_OTHER_WORDS')
  return null
}

function judgeGrid({ rows, question }: Shown<'grid'>, answer: AnswerValue): Problem | null {
  if (typeof answer !== 'object' || !('rows' in answer)) return problem('ANSWER_NOT_ROWS')
  const given = new Map(Object.entries(answer.rows))
  const columns = new Set(question.columns.map(({ code }) => code))
  for (const [row, column] of given) {
    if (!rows.some(({ code }) => code === row) || !columns.has(column)) return problem('ANSWER_NOT_AN_OPTION')
  }
  const isWhole = question.required ? rows.every(({ code }) => given.has(code)) : given.size > 0
  return isWhole ? null : problem('ANSWER_ROWS_MISSING')
}

/**
 * Read a stored answer as it counts now: without options and rows that are hidden by now. Undefined if nothing valid is left.
 */
function resolveAnswer(shown: ShownQuestion, stored: AnswerValue | undefined): AnswerValue | undefined {
  if (stored === undefined || stored === '') return undefined
  const answer = restrict(shown, stored)
  return judgeAnswer(shown, answer) === null ? answer : undefined
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
  const shownRows = new Set(rows.map(({ code }) => code))
  return { rows: Object.fromEntries(Object.entries(stored.rows).filter(([row]) => shownRows.has(row))) }
}

/** A question with the options and rows that are shown, in their order. */
export type ShownQuestion = {
  section: Section
  question: Question
  options: Choice[]
  rows: QuestionOption[]
}

/**
 * Put options into an order that looks random and is the same for the same seed. "None of these" and "Other" stay at the end,
 * where people look for them.
 */
function orderOptions(options: readonly Choice[], seed: string): Choice[] {
  const keyed = options.map((option) => ({ option, key: hash(`${seed}:${option.code}`) }))
  const isLast = ({ option }: (typeof keyed)[number]) => option.kind !== undefined
  const movable = keyed.filter((each) => !isLast(each)).sort((left, right) => left.key - right.key)
  return [...movable, ...keyed.filter(isLast)].map(({ option }) => option)
}

/** FNV-1a with a final mix. Decides an order and protects nothing. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
