import type { AnswerValue } from '@chuma/contract/surveys/answers'
import {
  listQuestions,
  type Questionnaire,
  questionnaire,
} from '@chuma/contract/surveys/questionnaire/questionnaire'
import { follow } from '../../surveys/questionnaire/follow.ts'
import { sayEnd } from '../../surveys/questionnaire/screen-out.ts'
import { describeAsked } from '../../surveys/questionnaire/take-answers.ts'
import { saveRule } from './house.ts'
import { draw, join, sessionOf } from './people.ts'
import told from './study.json' with { type: 'json' }
import { asCompleted, beginAttempt, reviewAnswers } from './surveys.ts'
import { actorOf, createStoryRandom, HOUR, later, type Random, STAFF, type World } from './world.ts'

export const STUDY_TITLE = told.survey.title
export const OPEN_QUESTION = 12
const SEED = 20_261_130
const COMPLETES = 800
const SCREENED_OUT = 93
const LEFT_OPEN = 46
/** Completes whose reward is held since yesterday, and those that staff rejected or paid after a look. */
const REVIEWED = { held: 5, rejected: 15, paid: 6 } as const
/** Counted back from today; the fieldwork ended yesterday. */
const [CREATED_DAYS_AGO, FIELD_FROM, REMINDED_DAYS_AGO, CODED_DAYS_AGO] = [40, 37, 14, 6]

type Study = typeof told.survey & {
  surveyId: string
  asked: Questionnaire
  /** The ids of the categories of the open question, in the order of their codes. */
  categories: string[]
  codedAt: Date
}

/**
 * A finished study with 800 answers, big enough for intervals, comparisons and weights. Its respondents are members who joined
 * before the ninety days and did nothing else. Draws from numbers of its own, so that the rest of the story stays as it is.
 */
export function tellStudy(story: World): void {
  const random = createStoryRandom(SEED)
  const world = { ...story, random }
  const study = tellSurvey(world)
  const days = listFieldDays(world)
  const people = Array.from({ length: COMPLETES + SCREENED_OUT + LEFT_OPEN }, (_, index) =>
    createRespondent(world, index, index < REVIEWED.held ? 1 : random.pick(days)),
  )
  const old = people.filter(({ startedAt }) => world.calendar.daysAgoOf(startedAt) > 5)
  const decided = old.slice(0, REVIEWED.rejected + REVIEWED.paid)
  for (const [index, person] of people.entries()) {
    const isScreenedOut = index >= COMPLETES && index < COMPLETES + SCREENED_OUT
    const { answers, category } = drawAnswers(random, person)
    const isYoung = isScreenedOut && random.chance(0.3)
    if (isScreenedOut) answers.set(isYoung ? 1 : 2, isYoung ? 'under18' : 'no')
    const place = decided.indexOf(person)
    const judged = place < 0 ? undefined : place < REVIEWED.rejected ? 'rejected' : 'paid'
    const state = index < REVIEWED.held ? 'held' : judged
    const leavesAfter = index < COMPLETES + SCREENED_OUT ? undefined : random.between(2, 6)
    recordAttempt(world, study, { person, answers, state, leavesAfter })
    if (index < COMPLETES && !state && category !== null) sort(world, study, { ...person, category })
  }
}

function tellSurvey(world: World): Study {
  const { rows, random, calendar, act } = world
  const asked = questionnaire.parse(told.questionnaire)
  const createdAt = calendar.at(CREATED_DAYS_AGO, 10 * HOUR + 20)
  const publishedAt = calendar.at(CREATED_DAYS_AGO - 1, 15 * HOUR + 12)
  const codedAt = calendar.atDesk(calendar.at(CODED_DAYS_AGO, 10 * HOUR))
  const surveyId = random.uuid()
  const { title, rewardUsd } = told.survey
  const field = { startsAt: calendar.at(FIELD_FROM, 0), endsAt: calendar.at(0, 0), quota: COMPLETES }
  rows.survey.push({ ...told.survey, surveyId, kind: 'questions', isActive: false, ...field, createdAt })
  const [savedBy, subject] = [actorOf(STAFF.content), `survey:${surveyId}`]
  const [version, draftVersion] = [1, 1]
  rows.questionnaireDraft.push({ surveyId, content: asked, version, savedAt: publishedAt, savedBy })
  const published = { draftVersion, publishedAt, publishedBy: savedBy }
  const questionCount = listQuestions(asked).length
  rows.questionnaireVersion.push({ surveyId, version, content: asked, questionCount, ...published })
  act(STAFF.content, createdAt)('create-survey', subject, { after: { title, rewardUsd } })
  const country = { is: 'country' as const, countries: ['Kenya'] }
  const rule = { and: [country, { is: 'joined-days' as const, from: 30 }] }
  saveRule(world, surveyId, { rule, at: later(createdAt, 9) })
  act(STAFF.content, publishedAt)('publish-questionnaire', subject, { after: { version, draftVersion } })
  const categories = told.themes.map(({ category: name }, index) => {
    const categoryId = random.uuid()
    const ids = { categoryId, surveyId, questionId: OPEN_QUESTION }
    const created = { createdBy: actorOf(STAFF.analyst), createdAt: later(codedAt, -30) }
    rows.surveyCategory.push({ ...ids, code: index + 1, name, ...created })
    return categoryId
  })
  return { ...told.survey, surveyId, asked, categories, codedAt }
}

/** Answers of the last days wait to be sorted. */
function sort({ rows }: World, study: Study, person: Respondent & { category: number }): void {
  const { surveyId, categories, codedAt } = study
  if (person.startedAt > later(codedAt, -HOUR)) return
  const answer = { memberId: person.memberId, surveyId, questionId: OPEN_QUESTION }
  const coded = { categoryId: categories[person.category] ?? '', codedBy: actorOf(STAFF.analyst), codedAt }
  rows.surveyAnswerCategory.push({ ...answer, ...coded })
}

const LAST_NAMES = told.names.last.split(' ')
/** Shares of the sample, in percent. */
const AGES = { a18: 28, a25: 36, a35: 25, a50: 11 } as const
const COUNTIES = { nairobi: 24, other: 24, kiambu: 12, nakuru: 11, mombasa: 10, kisumu: 10, kakamega: 9 }

type Respondent = ReturnType<typeof createRespondent>

/** Each day but yesterday, as often as its share: most come in the first week and after a reminder; few at weekends. */
function listFieldDays({ calendar }: World): number[] {
  return Array.from({ length: FIELD_FROM - 1 }, (_, at) => FIELD_FROM - at).flatMap((daysAgo) => {
    const since = (begun: number) => (daysAgo <= begun ? Math.exp((daysAgo - begun) / 5) : 0)
    const share = 2 + 14 * since(FIELD_FROM) + 9 * since(REMINDED_DAYS_AGO)
    return Array<number>(Math.round(share * (calendar.isWeekend(daysAgo) ? 0.6 : 1))).fill(daysAgo)
  })
}

/** Make up a member and the session in which they answered. */
function createRespondent(world: World, index: number, startedDaysAgo: number) {
  const { random, calendar, rows } = world
  const sex = random.chance(0.53) ? ('female' as const) : ('male' as const)
  const [firstName, lastName] = [random.pick(told.names[sex].split(' ')), random.pick(LAST_NAMES)]
  const county = random.pickShare(COUNTIES)
  // Before the ninety days: the sign-ups of the story keep their shape.
  const joinedAt = calendar.at(random.between(96, 230), random.between(7 * HOUR, 21 * HOUR))
  const startedAt = calendar.at(startedDaysAgo, HOUR * (6.5 + 14 * random.next() ** 0.8))
  const person = {
    ...draw(random, joinedAt),
    firstName,
    lastName,
    // Of two people with one name, only the number differs.
    email: `${firstName}.${lastName}.${index + 1}@demo.chuma`.toLowerCase(),
    language: random.chance(county === 'mombasa' ? 0.6 : 0.3) ? ('sw' as const) : ('en' as const),
    sex,
    age: random.pickShare(AGES),
    county,
    startedAt,
  }
  join(world, person)
  rows.session.push({ ...sessionOf(random, { ...person, lastSeenAt: startedAt }), createdAt: startedAt })
  return person
}

/** All answers alike, in seconds, and a run along the keyboard: doubts enough for holding the reward. */
const CARELESS: readonly [number, AnswerValue][] = [
  [7, 3],
  [8, 3],
  [11, { rows: { phone: 'lot', chama: 'lot', sacco: 'lot', bank: 'lot' } }],
  [OPEN_QUESTION, 'asdfgh'],
]

type Taken = {
  person: Respondent
  /** In codes. */
  answers: ReadonlyMap<number, AnswerValue>
  /** Only of answers in doubt. */
  state: 'held' | 'rejected' | 'paid' | undefined
  /** The number of answers before they leave it. */
  leavesAfter: number | undefined
}

/** Record one person's way through the study, as the product would have followed it: attempt, answers, reward or review. */
function recordAttempt(world: World, study: Study, { person, answers, state, leavesAfter }: Taken): void {
  const { random, rows, post } = world
  const { memberId, startedAt, language, county, sex } = person
  const { surveyId: id, screenOutPoints, title, asked } = study
  const given = new Map([...answers, ...(state ? CARELESS : [])].slice(0, leavesAfter))
  // Only what was asked counts, in the order of the questionnaire.
  const followed = follow(asked, { answers: given, seed: `${memberId}:${id}` })
  const { asked: questions } = describeAsked(followed)
  const isScreenedOut = followed.end?.outcome === 'screened-out'
  // Most take two to five minutes, a few much longer.
  const usual = followed.answers.size * (9 + 14 * random.next() + 60 * random.next() ** 9)
  const takenSeconds = state ? random.between(9, 21) : Math.round(usual)
  const at = later(startedAt, takenSeconds / 60)
  const flags = state ? (['too-fast', 'straight-line', 'nonsense'] as const) : []
  const screenedOut = {
    status: 'screened_out',
    screenOutReason: sayEnd(followed, language),
    endedAt: at,
  } as const
  const ended = isScreenedOut ? screenedOut : { ...asCompleted(at), flagReasons: [...flags] }
  const about = { survey: study, questionnaireVersion: 1, screenOutPoints, questions }
  beginAttempt(world, person, { ...about, startedAt, ...(leavesAfter === undefined && ended) })
  const each = takenSeconds / followed.answers.size
  for (const [index, [questionId, answer]] of [...followed.answers].entries()) {
    const answeredAt = later(startedAt, ((index + 0.9) * each) / 60)
    rows.surveyAnswer.push({ memberId, surveyId: id, questionId, answer, answeredAt })
  }
  if (leavesAfter !== undefined) return
  // A fifth have said nothing about themselves.
  const traits = [...(county === 'other' ? [] : [`county=${county}`]), `sex=${sex}`]
  if (!isScreenedOut && random.chance(0.8)) rows.surveyTrait.push({ memberId, surveyId: id, traits })
  const rewarded = { kind: 'survey', text: `Survey: ${title}`, points: study.rewardUsd } as const
  const consoled = { key: `survey-screen-out:${id}`, text: `Screened out: ${title}`, points: screenOutPoints }
  if (state)
    reviewAnswers(world, person, { survey: study, questions, at, state, flags: [...flags], takenSeconds })
  else post(person, at, { ...rewarded, ...(isScreenedOut && consoled), id })
}

/**
 * Draw what one person answers, in codes, and the category of their open answer. Women save more, in chamas; the young on their
 * phone; people over 35 in a SACCO or bank; men and people of 25 to 34 borrow more; Nairobi pays in shops.
 */
function drawAnswers(random: Random, person: Respondent) {
  const { sex, age, county, language } = person
  const services = drawServices(random, person)
  const saves = (sex === 'female' ? 0.74 : 0.59) + (services.choices.includes('saving') ? 0.1 : 0)
  const isOlder = age === 'a35' || age === 'a50'
  const places = {
    phone: { a18: 52, a25: 34, a35: 20, a50: 14 }[age],
    chama: sex === 'female' ? 34 : 12,
    sacco: isOlder ? 26 : 11,
    bank: (isOlder ? 20 : 12) + (county === 'nairobi' ? 10 : 0),
    home: county === 'other' || county === 'kakamega' ? 13 : 6,
  }
  const trust = {
    phone: age === 'a50' ? 1.4 : 0.7,
    chama: sex === 'female' ? 0.9 : 1.7,
    sacco: age === 'a18' ? 1.4 : 0.9,
    bank: 1,
  }
  const trusted = Object.entries(trust).map(([row, middle]) => {
    const place = drawNear(random, middle, { spread: 1.2, from: 0, to: 3 })
    return [row, ['lot', 'some', 'little', 'none'][place] ?? 'some']
  })
  const answers = new Map<number, AnswerValue>([
    [1, age],
    [2, 'yes'],
    [3, random.chance(0.015) ? 'not_said' : sex],
    [4, county],
    [5, services],
    // Many small loans and a few large ones, in round sums.
    [6, Math.round(6 * Math.exp(3.6 * random.next() ** 1.5)) * 50],
    [7, drawNear(random, county === 'nairobi' ? 3.5 : 2.8, { spread: 1.3, from: 1, to: 5 })],
    [8, drawNear(random, age === 'a50' ? 5.8 : 7.4, { spread: 4, from: 0, to: 10 })],
    [9, random.chance(saves) ? 'yes' : 'no'],
    [10, random.pickShare(places)],
    [11, { rows: Object.fromEntries(trusted) }],
  ])
  // Most write something; a third of it is not sorted yet.
  if (!random.chance(0.62)) return { answers, category: null }
  const shares = Object.fromEntries(told.themes.map(({ share }, index) => [index, share]))
  const category = random.chance(0.12) ? null : Number(random.pickShare(shares))
  answers.set(OPEN_QUESTION, random.pick((told.themes[category ?? -1] ?? told.unsorted)[language]))
  return { answers, category: random.chance(0.7) ? category : null }
}

const OTHER_SERVICES = ['Paying my workers', 'Harambee', 'Kulipa wafanyakazi', 'Church offering', 'Betting']

function drawServices(random: Random, { sex, age, county }: Respondent) {
  const chances = {
    sending: 0.86,
    shops: county === 'nairobi' || county === 'kiambu' ? 0.71 : 0.46,
    bills: age === 'a18' ? 0.24 : 0.55,
    airtime: 0.78,
    loans: (sex === 'male' ? 0.4 : 0.28) + (age === 'a25' ? 0.08 : age === 'a50' ? -0.14 : 0),
    saving: (sex === 'female' ? 0.41 : 0.27) + (age === 'a18' ? 0.08 : 0),
  }
  const choices = Object.entries(chances).flatMap(([code, chance]) => (random.chance(chance) ? [code] : []))
  if (choices.length > 0 && !random.chance(0.04)) return { choices }
  return { choices: [...choices, 'other'], other: random.pick(OTHER_SERVICES) }
}

type Bell = { spread: number; from: number; to: number }

/** A whole number, around the middle. */
function drawNear(random: Random, middle: number, { spread, from, to }: Bell): number {
  const bell = random.next() + random.next() + random.next() - 1.5
  return Math.min(to, Math.max(from, Math.round(middle + bell * spread * 1.6)))
}
