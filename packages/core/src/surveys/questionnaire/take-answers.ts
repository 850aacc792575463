import { type FieldProblems, problem } from '@chuma/contract/problems'
import type { AnswerValue, GivenAnswer } from '@chuma/contract/surveys/answers'
import { listQuestions, type Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type {
  TryQuestionnaireInput,
  WalkedProfile,
} from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import {
  isRequired,
  type Question,
  type QuestionOf,
  UNBOUNDED,
} from '@chuma/contract/surveys/questionnaire/questions'
import { sayWords, type Words } from '@chuma/contract/surveys/questionnaire/words'
import type { AttemptStatus, SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { Db } from '@chuma/db/client'
import { getQuestionnaire } from '@chuma/db/queries/surveys/questionnaires'
import { listAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { listTraits } from '@chuma/db/queries/surveys/surveys'
import { AppError, invalidField } from '../../app-error.ts'
import { listAccepted, type ReadAnswer, readAnswer, YES_NO } from '../questions.ts'
import { arrange } from './arrange.ts'
import { type Before, type Followed, follow, type ReadNow } from './follow.ts'
import { countPlaces, judgeAnswer, listRanked, type ShownQuestion } from './judge-answer.ts'
import { fromList, LIST_SECTION } from './plain-list.ts'
import { readsProfile, sayProfile } from './profile.ts'

type Given = {
  answers: ReadonlyMap<number, GivenAnswer>
  /** How an answer is called in the call that gave it. */
  nameOf: (questionId: number) => { question: string; answer: string }
  /** Nothing follows: what is required and missing is wrong too, unless the answers screen the member out. */
  isLast?: boolean
  /** Of the words in which an author refuses an answer. */
  language?: string | undefined
}
type Taken = {
  /** In codes; at the end also what was computed. */
  taken: Map<number, AnswerValue>
  /** Answers to questions that are not asked, by question id. */
  hidden: number[]
  /** Where the answers lead with those that are saved. */
  followed: Followed
}

/**
 * Take answers into a questionnaire, in its order, because an answer decides what the later ones mean. Answers to questions that are
 * not asked are left out, as if each question had been answered when it was shown.
 * @throws AppError INVALID_INPUT naming each answer that is wrong or missing
 */
export function takeAnswers(
  progress: Progress,
  { answers, nameOf, isLast = false, language = 'en' }: Given,
): Taken {
  const taken = new Map<number, AnswerValue>()
  const fields: FieldProblems = {}
  const followed = progress.follow(progress.saved, (shown, before) => {
    const { id } = shown.question
    const given = answers.get(id)
    if (given === undefined) return undefined
    const read = readShownAnswer(shown, given, { before, languages: progress.questionnaire.languages })
    const say = createSay({ followed: before, language })
    const found = read.problem ?? judgeAnswer(shown, read.answer, { data: before.data, say })
    if (found) fields[nameOf(id).answer] = [found]
    taken.set(id, read.answer)
    return read.answer
  })
  const known = new Set(listQuestions(progress.questionnaire).map(({ id }) => id))
  const others = [...answers.keys()].filter((id) => !taken.has(id))
  for (const id of others) {
    if (!known.has(id)) fields[nameOf(id).question] = [problem('SURVEY_QUESTION_UNKNOWN')]
  }
  if (isLast && followed.end?.outcome !== 'screened-out') {
    for (const { id } of followed.missing) fields[nameOf(id).answer] ??= [problem('REQUIRED')]
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
  for (const { question } of isLast ? followed.computed : [])
    taken.set(question.id, followed.answers.get(question.id) ?? '')
  return { taken, hidden: others.filter((id) => answers.get(id) !== ''), followed }
}

/** Refuse answers that were given to another version than the attempt's. @throws AppError INVALID_INPUT */
export function requireVersion(
  attempt: { questionnaireVersion: number | null },
  version: number | undefined,
): void {
  const asked = attempt.questionnaireVersion ?? 0
  if (version !== undefined && version !== asked) {
    throw invalidField('version', 'SURVEY_VERSION_CHANGED', { version: asked })
  }
}

type Where = {
  memberId: string
  surveyId: string
  /** Null: the survey asks a plain list, which is `questions`. */
  questionnaireVersion: number | null
  questions: readonly SurveyQuestion[]
  /** Of their attempt, if known: saving an answer takes it from `started` to `in_progress`. */
  status?: AttemptStatus | null
}

/** A member's way through what a survey asks, and the answers that are saved. */
type Progress = {
  /** As this member is asked it. */
  questionnaire: Questionnaire
  /** In codes, by question id; also those that do not count now. */
  saved: Map<number, AnswerValue>
  follow: (answers: ReadonlyMap<number, AnswerValue>, read?: ReadNow) => Followed
}

export async function readProgress(
  db: Db,
  { memberId, surveyId, questionnaireVersion: version, questions, status }: Where,
): Promise<Progress> {
  const isUnanswered = status === 'started' || status === null
  const seed = `${memberId}:${surveyId}`
  const written = version === null ? fromList(questions) : await getQuestionnaire(db, surveyId, version)
  const rows = isUnanswered ? [] : await listAnswers(db, { memberId, surveyId })
  const profile = readsProfile(written) ? await listTraits(db, memberId) : undefined
  const questionnaire = arrange(written, seed)
  return {
    questionnaire,
    saved: new Map(rows.map(({ questionId, answer }) => [questionId, answer])),
    follow: (answers, read) => follow(questionnaire, { answers, read, profile, seed }),
  }
}

/**
 * Show what a questionnaire that is being written asks after these answers. Nothing is stored.
 * @throws AppError INVALID_INPUT naming each answer that is wrong
 */
export function tryQuestionnaire({ questionnaire, ...walk }: TryQuestionnaireInput) {
  return describeWalk(walkQuestionnaire(questionnaire, walk), walk.language)
}

type Walk = Pick<TryQuestionnaireInput, 'answers' | 'profile' | 'language'>

/**
 * Follow a questionnaire for someone who only tries it, with the profile of their choice. `isLast`: what is required must be there.
 * @throws AppError INVALID_INPUT naming each answer that is wrong or missing
 */
export function walkQuestionnaire(
  questionnaire: Questionnaire,
  { answers, profile, language }: Walk,
  isLast = false,
): Followed {
  const { followed } = takeAnswers(
    {
      questionnaire,
      saved: new Map(),
      follow: (known, read) =>
        follow(questionnaire, { answers: known, read, seed: 'try', profile: toTold(profile) }),
    },
    {
      answers: new Map(Object.entries(answers).map(([id, answer]) => [Number(id), answer])),
      nameOf: (id) => ({ question: `answers.${id}`, answer: `answers.${id}` }),
      isLast,
      language,
    },
  )
  return followed
}

/** What a walk says of the profile, without what it leaves out. */
export const toTold = (profile: WalkedProfile): Record<string, string> =>
  Object.fromEntries(
    Object.entries(profile).flatMap(([key, code]) => (code === undefined ? [] : [[key, code]])),
  )

/** What is shown of such a walk. */
export function describeWalk(followed: Followed, language: string) {
  const { end } = followed
  const say = createSay({ followed, language })
  return {
    questions: describeProgress(followed, language).questions,
    end: end && { outcome: end.outcome, reason: end.reason ? say(end.reason) : null },
  }
}

/** What a member sees of it, in a language. */
export function describeProgress(followed: Followed, language: string) {
  const say = createSay({ followed, language })
  const answers = followed.shown.flatMap((shown) => {
    const answer = followed.answers.get(shown.question.id)
    return answer === undefined
      ? []
      : [[String(shown.question.id), renderAnswer(shown, answer, say)] as const]
  })
  return {
    questions: followed.shown.map((shown) => listAccepted(renderQuestion(shown, say))),
    answers: Object.fromEntries(answers),
    sections: listTitles(followed, say),
  }
}

/** How many questions are asked after these answers, and may still be. */
export const countAsked = ({ shown, ahead }: Followed): number => shown.length + ahead.length

/** The same with every question that may still be asked, for callers that send all answers at once. */
export function describeAll({ questionnaire }: Progress, followed: Followed, language: string) {
  const places = new Map(listQuestions(questionnaire).map(({ id }, place) => [id, place]))
  const placeOf = ({ question }: ShownQuestion) => places.get(question.id) ?? 0
  const shown = [...followed.shown, ...followed.ahead].sort((left, right) => placeOf(left) - placeOf(right))
  return describeProgress({ ...followed, shown }, language)
}

function listTitles({ shown }: Followed, say: Say): { title: string; questionIds: number[] }[] {
  const sections = [...new Set(shown.map(({ section }) => section))]
  return sections.flatMap(({ title, questions }) => {
    const own = new Set(questions.map(({ id }) => id))
    const ids = shown.map(({ question }) => question.id).filter((id) => own.has(id))
    return title ? [{ title: say(title), questionIds: ids }] : []
  })
}

/**
 * What was asked, as an attempt keeps it: in English, with the right answers of attention checks. `answers`: in the same words, for
 * comparing with those.
 */
export function describeAsked(followed: Followed) {
  const say = createSay({ followed, language: 'en' })
  const asked = followed.shown.map((shown): SurveyQuestion => {
    const { question } = shown
    const rendered = renderQuestion(shown, say)
    if (!('expected' in question) || question.expected === undefined) return rendered
    return { ...rendered, expected: String(renderAnswer(shown, question.expected, say)) }
  })
  const answers = followed.shown.flatMap((shown): [number, AnswerValue][] => {
    const answer = followed.answers.get(shown.question.id)
    return answer === undefined ? [] : [[shown.question.id, renderAnswer(shown, answer, say)]]
  })
  return { asked, answers: new Map(answers) }
}

/** A long answer would push the question off a phone's screen. */
const MAX_PIPED = 120

type Reading = { followed: Before; language: string }
/** Say a text in the reader's language, with earlier answers in it. */
type Say = (texts: Words) => string

export function createSay({ followed, language }: Reading): Say {
  // A list quotes no answers: its texts mean what they say.
  if (followed.shown[0]?.section.code === LIST_SECTION) return (texts) => texts.en ?? ''
  const shown = new Map([...followed.shown, ...followed.computed].map((each) => [each.question.code, each]))
  const said = new Map<string, string>()
  const sayAnswer = (code: string): string => {
    // Labels may quote earlier answers, whose labels do too: each is put into words once.
    const known = said.get(code) ?? word(code)
    said.set(code, known)
    return known
  }
  const word = (code: string): string => {
    const asked = shown.get(code)
    const answer = asked && followed.answers.get(asked.question.id)
    if (!asked && code.startsWith('profile.')) return sayProfile(code, followed.data.profile, language) ?? '…'
    if (!asked || answer === undefined) return '…'
    const text = wordAnswer(asked.question, answer, { say, language })
    return text.length > MAX_PIPED ? `${text.slice(0, MAX_PIPED - 1)}…` : text
  }
  const say: Say = (texts) => sayWords(texts, language, sayAnswer)
  return say
}

function wordAnswer(
  question: Question,
  answer: AnswerValue,
  { say, language }: { say: Say; language: string },
) {
  if (question.type === 'yes-no')
    return (YES_NO[language] ?? YES_NO.en)?.[answer === 'yes' ? 'yes' : 'no'] ?? ''
  if (question.type === 'number' && typeof answer === 'number')
    return `${answer}${question.unit ? ` ${say(question.unit)}` : ''}`
  const wordsOf = (wanted: AnswerValue | undefined) =>
    listNamed(question).find(({ code }) => code === wanted)?.words ?? null
  if (typeof answer !== 'object') {
    const words = wordsOf(answer)
    return words ? say(words) : String(answer)
  }
  if (question.type === 'ranking' && 'rows' in answer)
    return listRanked(answer.rows)
      .map((code) => say(wordsOf(code) ?? { en: code }))
      .join(', ')
  if (!('choices' in answer) || question.type !== 'choices') return ''
  return answer.choices
    .map((code) => question.options.find((option) => option.code === code))
    .map((option) => (option?.kind === 'other' ? (answer.other ?? '') : say(option?.words ?? { en: '' })))
    .join(', ')
}

/** What an answer can name: options, or what a number can be answered with instead, also by its value in files. */
function listNamed(question: Question): readonly { code: string; words: Words; value?: number }[] {
  if (question.type === 'number') return question.codes ?? []
  return 'options' in question ? question.options : []
}

/**
 * Show a question to a member. The specification's four types have its fields and no others; the rest have what their input
 * needs.
 */
export function renderQuestion({ question, ...shown }: ShownQuestion, say: Say): SurveyQuestion {
  const { hint, variants: [variant] = [] } = question
  const isSearched = 'search' in question && question.search === true
  return {
    id: question.id,
    // Nobody is shown a calculation.
    type: question.type === 'calculation' ? 'note' : question.type,
    question: say(question.words),
    options: question.type === 'ranking' ? [] : shown.options.map(({ words }) => say(words)),
    required: isRequired(question),
    ...(hint && { hint: say(hint) }),
    ...(isSearched && { search: true }),
    ...(variant && { variant: variant.code }),
    ...renderType(question, { ...shown, say }),
  }
}

type Showing = Pick<ShownQuestion, 'options' | 'rows' | 'bounds'> & { say: Say }

/** What the input of a type needs. */
function renderType(question: Question, { options, rows, bounds, say }: Showing): Partial<SurveyQuestion> {
  const label = ({ code, words }: { code: string; words: Words }) => ({ code, label: say(words) })
  switch (question.type) {
    case 'choices': {
      const { least, most = null } = question
      const choices = options.map((option) => ({ ...label(option), kind: option.kind ?? ('plain' as const) }))
      return { choices, ...(least !== undefined && { least }), most }
    }
    case 'ranking':
      return {
        choices: options.map((option) => ({ ...label(option), kind: 'plain' })),
        most: countPlaces(question, options),
      }
    case 'scale': {
      const { from, to, low, high } = question
      return { scale: { from, to, low: low ? say(low) : null, high: high ? say(high) : null } }
    }
    case 'number':
      return { number: renderNumber(question, { bounds, say }) }
    case 'grid':
      return { rows: rows.map(label), columns: question.columns.map(label) }
    case 'note':
      return { consent: question.consent === true }
    case 'date':
    case 'time':
    case 'date-time': {
      const [min, max] = [bounds.min, bounds.max].map((bound) => (typeof bound === 'string' ? bound : null))
      return { moment: { min: min ?? null, max: max ?? null } }
    }
    default:
      return {}
  }
}

function renderNumber(
  { decimals, unit, codes }: QuestionOf<'number'>,
  { bounds: { min, max }, say }: Pick<Showing, 'bounds' | 'say'>,
) {
  return {
    min: typeof min === 'number' ? min : -UNBOUNDED,
    max: typeof max === 'number' ? max : UNBOUNDED,
    decimals,
    unit: unit ? say(unit) : null,
    ...(codes && { codes: codes.map(({ code, words }) => ({ code, label: say(words) })) }),
  }
}

/** Show an answer as members give it: an option of the specification's choice is its words, not its code. */
export function renderAnswer(
  { question, options }: ShownQuestion,
  answer: AnswerValue,
  say: Say,
): AnswerValue {
  if (question.type === 'ranking' && typeof answer === 'object' && 'rows' in answer)
    return { choices: listRanked(answer.rows) }
  if (question.type !== 'multiple-choice') return answer
  const option = options.find(({ code }) => code === answer)
  return option ? say(option.words) : answer
}

type Asking = { before: Before; languages: readonly string[] }

/**
 * Turn what a member sent into codes. Labels count in every language of the questionnaire, so that an answer that was chosen before
 * the language changed still fits.
 */
export function readShownAnswer(
  { question, options, rows }: ShownQuestion,
  given: GivenAnswer,
  { before, languages }: Asking,
): ReadAnswer {
  const says = hasLabels(question)
    ? languages.map((language) => createSay({ followed: before, language }))
    : []
  const name = ({ code, words, value }: { code: string; words: Words; value?: number }) => ({
    code,
    labels: [...says.map((say) => say(words)), ...(value === undefined ? [] : [String(value)])],
  })
  return readAnswer(
    {
      type: question.type,
      options: (question.type === 'number' ? listNamed(question) : options).map(name),
      rows: rows.map(name),
      columns: question.type === 'grid' ? question.columns.map(name) : [],
    },
    given,
  )
}

const hasLabels = (question: Question) => question.type === 'grid' || listNamed(question).length > 0
