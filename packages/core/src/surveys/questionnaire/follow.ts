import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Json, Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Questionnaire, Section } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type {
  Choice,
  EndRule,
  Question,
  QuestionOption,
} from '@chuma/contract/surveys/questionnaire/questions'
import { listPipes } from '@chuma/contract/surveys/questionnaire/words'
import { doesHold } from './evaluate-logic.ts'
import { resolveAnswer } from './judge-answer.ts'
import { listReferences } from './list-references.ts'
import { orderOptions } from './order-options.ts'
import type { ShownQuestion } from './shown-question.ts'

export type End = Pick<EndRule, 'outcome' | 'reason'>
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
