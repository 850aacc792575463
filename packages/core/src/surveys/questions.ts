import { type Problem, problem } from '@chuma/contract/problems'
import type { AnswerValue, GivenAnswer } from '@chuma/contract/surveys/answers'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import {
  COMMENT_QUESTION_ID,
  type PlainQuestion,
  type SurveyCategory,
  type SurveyKind,
  type SurveyQuestion,
} from '@chuma/contract/surveys/surveys'

/** Something to choose, with the texts that also name it. */
type Named = { code: string; labels: readonly string[] }
type Readable = {
  type: Question['type']
  /** Of a number: what may be answered instead. */
  options: readonly Named[]
  rows?: readonly Named[]
  columns?: readonly Named[]
}
/** An answer in codes, not judged yet. `problem`: it names several options at once. */
export type ReadAnswer = { answer: AnswerValue; problem: Problem | null }

/** The labels of yes and no in the languages that we speak. */
export const YES_NO: Readonly<Record<string, { yes: string; no: string }>> = {
  en: { yes: 'Yes', no: 'No' },
  sw: { yes: 'Ndiyo', no: 'Hapana' },
}
const yesNo: readonly Named[] = (['yes', 'no'] as const).map((code) => ({
  code,
  labels: Object.values(YES_NO).map((labels) => labels[code]),
}))

const tidy = (text: string) => text.trim().normalize('NFC')
/** What people and keyboards write differently: case, spaces, full-width letters. */
const fold = (text: string) => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/**
 * Turn what a caller sent into codes. Options, rows and columns are named by their code or a label; what is exactly the same wins
 * over what differs in case, spaces or width. Numbers may be text, yes and no booleans, and one option of several a plain text.
 */
export function readAnswer(asked: Readable, given: GivenAnswer): ReadAnswer {
  if (given === '' || (Array.isArray(given) && given.length === 0)) return { answer: '', problem: null }
  switch (asked.type) {
    case 'text':
    case 'date':
    case 'time':
    case 'date-time':
    case 'calculation':
      return asIs(given)
    case 'rating':
    case 'scale':
      return asIs(typeof given === 'string' ? readNumber(given) : given)
    case 'number': {
      const number = typeof given === 'string' ? readNumber(given) : given
      return asked.options.length > 0 && typeof number !== 'boolean'
        ? readOne(asked.options, number)
        : asIs(number)
    }
    case 'note':
    case 'yes-no':
      return typeof given === 'boolean' ? asIs(given ? 'yes' : 'no') : readOne(yesNo, given)
    case 'multiple-choice':
      return readOne(asked.options, given)
    case 'choices':
      return readSeveral(asked.options, given)
    case 'ranking':
      return readRanking(asked.options, given)
    case 'grid':
      return readRows(asked, given)
  }
}

/** Booleans and lists become a choice, which every other type refuses by its own words. */
function asIs(given: GivenAnswer): ReadAnswer {
  if (typeof given === 'boolean') return { answer: { choices: [String(given)] }, problem: null }
  if (Array.isArray(given)) return { answer: { choices: given }, problem: null }
  if (typeof given === 'object' && 'choices' in given) {
    const { choices, other } = given
    return { answer: { choices, ...(other !== undefined && { other }) }, problem: null }
  }
  return { answer: given, problem: null }
}

/** Only what can be read in one way: a comma is a decimal sign to some and groups thousands to others. */
function readNumber(given: string): string | number {
  const text = given.normalize('NFKC').trim().replace('\u2212', '-')
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : given
}

function readOne(options: readonly Named[], given: GivenAnswer): ReadAnswer {
  const [only, ...others] = Array.isArray(given) ? given : [given]
  if (others.length > 0 || (typeof only !== 'string' && typeof only !== 'number')) return asIs(given)
  const { code, problem: found } = nameOption(options, String(only))
  // A number that names no option stays one.
  return { answer: code ?? only, problem: found }
}

function readSeveral(options: readonly Named[], given: GivenAnswer): ReadAnswer {
  if (typeof given === 'boolean') return asIs(given)
  if (typeof given === 'object' && 'rows' in given) return asIs(given)
  const { choices, other } = listChosen(given)
  const named = choices.map((each) => ({ each, ...nameOption(options, each) }))
  return {
    answer: { choices: named.map(({ each, code }) => code ?? each), ...(other !== undefined && { other }) },
    problem: named.find((each) => each.problem)?.problem ?? null,
  }
}

/** Options in order, stored as the place of each. */
function readRanking(options: readonly Named[], given: GivenAnswer): ReadAnswer {
  const { answer, problem: found } = readSeveral(options, given)
  if (typeof answer !== 'object' || !('choices' in answer)) return { answer, problem: found }
  const { choices } = answer
  const isRepeated = new Set(choices).size < choices.length
  const rows = Object.fromEntries(choices.map((code, at) => [code, String(at + 1)]))
  return { answer: { rows }, problem: found ?? (isRepeated ? problem('REPEATED') : null) }
}

function listChosen(given: Exclude<GivenAnswer, boolean | { rows: object }>) {
  if (Array.isArray(given)) return { choices: given, other: undefined }
  return typeof given === 'object' ? given : { choices: [String(given)], other: undefined }
}

function readRows({ rows = [], columns = [] }: Readable, given: GivenAnswer): ReadAnswer {
  if (typeof given !== 'object' || !('rows' in given)) return asIs(given)
  const read = new Map<string, string>()
  let found: Problem | null = null
  for (const [row, column] of Object.entries(given.rows)) {
    const [of, is] = [nameOption(rows, row), nameOption(columns, column)]
    const key = of.code ?? row
    found ??= of.problem ?? is.problem ?? (read.has(key) ? problem('REPEATED') : null)
    read.set(key, is.code ?? column)
  }
  return { answer: { rows: Object.fromEntries(read) }, problem: found }
}

/** Find the option that a text names: by its code, by a label, or else by either regardless of case, spaces and width. */
function nameOption(options: readonly Named[], given: string) {
  const byCode = options.find(({ code }) => code === given)
  if (byCode) return { code: byCode.code, problem: null }
  for (const same of [tidy, fold]) {
    const wanted = same(given)
    const found = options.filter(({ code, labels }) =>
      [code, ...labels].some((text) => same(text) === wanted),
    )
    if (found.length > 1) return { code: null, problem: problem('ANSWER_AMBIGUOUS') }
    if (found[0]) return { code: found[0].code, problem: null }
  }
  return { code: null, problem: null }
}

/** Say in `options` what a question accepts, also where nothing is listed to choose from. */
export function listAccepted<Question extends SurveyQuestion>(question: Question): Question {
  const numbers = question.type === 'rating' ? { from: 1, to: 5 } : question.scale
  if (question.type === 'yes-no') return { ...question, options: yesNo.map(({ code }) => code) }
  if (!numbers) return question
  const { from, to } = numbers
  return { ...question, options: Array.from({ length: to - from + 1 }, (_, place) => String(from + place)) }
}

type Source = { kind: SurveyKind; questions: SurveyQuestion[] | null; category: string }

/** Return a survey's own questions, or else its category's; none for partners' and instant surveys. */
export function questionsOf({ kind, questions, category }: Source): SurveyQuestion[] {
  if (kind !== 'questions') return []
  return questions && questions.length > 0 ? questions : buildQuestions(category)
}

type QuestionDraft = Pick<PlainQuestion, 'type' | 'question' | 'options'>

const choice = (question: string, ...options: string[]): QuestionDraft => ({
  type: 'multiple-choice',
  question,
  options,
})
const rating = (question: string): QuestionDraft => ({ type: 'rating', question, options: [] })
const text = (question: string): QuestionDraft => ({ type: 'text', question, options: [] })
const yesOrNo = (question: string): QuestionDraft => ({ type: 'yes-no', question, options: [] })

const demographicQuestions = [
  choice('How old are you?', '18 to 24', '25 to 34', '35 to 44', '45 to 54', '55 or older'),
  choice(
    'What best describes your work right now?',
    'Employed',
    'Self-employed',
    'Student',
    'Between jobs',
    'Other',
  ),
]

const commentQuestion = text('Is there anything you would like to add?')

/** For surveys with an empty or unknown category. */
const generalQuestions = [
  choice(
    'How did you last hear about something new to buy?',
    'Friends or family',
    'Social media',
    'Radio or TV',
    'In a shop',
  ),
  rating('How satisfied are you with the choice of goods and services where you live?'),
  text('What is one thing that companies should understand better about people like you?'),
]

const categoryQuestions: Record<SurveyCategory, QuestionDraft[]> = {
  'market-research': [
    choice(
      'Where do you buy most of your groceries?',
      'Supermarket',
      'Open-air market',
      'Kiosk or duka',
      'Online',
    ),
    rating('How much does the price decide what you buy?'),
    text('Which product is hard to find where you live?'),
  ],
  'product-feedback': [
    choice(
      'How often do you use the product you bought most recently?',
      'Every day',
      'Every week',
      'Now and then',
      'Not any more',
    ),
    rating('How well does it do what you bought it for?'),
    text('What would you change about it first?'),
  ],
  'consumer-behavior': [
    choice(
      'What makes you try a different brand?',
      'A lower price',
      'A recommendation',
      'An advert',
      'My usual one was sold out',
    ),
    yesOrNo('Did you buy anything online in the past month?'),
    rating('How carefully do you plan what you spend in a month?'),
  ],
  'brand-awareness': [
    text('Which brand comes to your mind first when you think of mobile phones?'),
    choice(
      'Where do you notice adverts most?',
      'Billboards',
      'Radio',
      'Television',
      'Social media',
      'Matatus and buses',
    ),
    yesOrNo('Have you recommended a brand to somebody in the past three months?'),
  ],
  healthcare: [
    choice(
      'Where do you go first when you feel unwell?',
      'Public hospital or clinic',
      'Private clinic',
      'Pharmacy',
      'I treat it at home',
    ),
    yesOrNo('Are you covered by any health insurance?'),
    rating('How easy is it for you to reach a health facility?'),
  ],
  technology: [
    choice(
      'What do you mostly use to go online?',
      'My own phone',
      'A shared phone',
      'A computer',
      'A cyber café',
    ),
    rating('How reliable is your internet connection?'),
    yesOrNo('Have you used an app based on artificial intelligence this month?'),
  ],
  lifestyle: [
    choice(
      'How do you like to spend a free Saturday?',
      'With family',
      'Sports or exercise',
      'Films and music',
      'Travelling',
      'Earning extra',
    ),
    rating('How happy are you with the balance between work and rest in your week?'),
    text('Which hobby would you take up if you had more time?'),
  ],
  finance: [
    choice(
      'Where do you keep most of your savings?',
      'Mobile money',
      'Bank',
      'SACCO',
      'Chama',
      'I do not save at the moment',
    ),
    yesOrNo('Have you taken a loan on your phone in the past six months?'),
    rating('How confident do you feel when you make decisions about money?'),
  ],
}

const questionsByCategory = new Map(Object.entries(categoryQuestions))

/** Build the questions of a survey without its own: about the member, about the category, and an optional comment. */
export function buildQuestions(category: string): PlainQuestion[] {
  const drafts = [...demographicQuestions, ...draftsOf(category)]
  return [
    ...drafts.map((draft, index) => ({ id: index + 1, ...draft, required: true })),
    { id: COMMENT_QUESTION_ID, ...commentQuestion, required: false },
  ]
}

/** Count the questions that `buildQuestions` would build, for lists. */
export function countBuiltQuestions(category: string): number {
  return demographicQuestions.length + draftsOf(category).length + 1
}

const draftsOf = (category: string) => questionsByCategory.get(category) ?? generalQuestions
