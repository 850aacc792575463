import { TERMS_IN_FORCE } from '@chuma/contract/account/terms'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { listQuestions, questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { rewardPoints } from '@chuma/contract/surveys/survey-measures'
import { actorOf, audit, createRandom, later, type Random, STAFF, type World } from '../world.ts'
import { moneySections, OPEN_QUESTION, screeningSections, THEMES, UNSORTED } from './money.ts'
import {
  createRespondents,
  FIELD,
  pickShare,
  type Respondent,
  recordAttempt,
  type Study,
} from './record-attempt.ts'

export const STUDY_TITLE = 'Saving and mobile money'
const SEED = 20_261_130
const COMPLETES = 800
const SCREENED_OUT = 93
const LEFT_OPEN = 46
/** Completes whose reward is held since yesterday, and those that staff rejected or paid after a look. */
const REVIEWED = { held: 5, rejected: 15, paid: 6 } as const
const [CREATED_DAYS_AGO, CODED_DAYS_AGO] = [40, 6]

const asked = questionnaire.parse({
  languages: ['en', 'sw'],
  sections: [...screeningSections, ...moneySections],
})

/**
 * A finished study with 800 answers, big enough for intervals, comparisons and weights. Its respondents are members who joined before
 * the ninety days and did nothing else: of 800 unpaid answers, or of answers without members, the product knows none. Draws from
 * numbers of its own, so that the rest of the story stays as it is.
 */
export function tellStudy(world: World): void {
  const random = createRandom(SEED)
  const study = tellSurvey(world, random)
  const people = createRespondents(random, world.calendar, COMPLETES + SCREENED_OUT + LEFT_OPEN)
  for (const person of people) joinForStudy(world, random, person)
  const completing = people.slice(0, COMPLETES)
  const stateOf = chooseReviewed(completing, world)
  for (const person of completing) {
    const { answers, category } = drawAnswers(random, person, null)
    const state = stateOf.get(person)
    recordAttempt(world, study, { random, person, answers, ...(state && { state }) })
    if (category !== null && !state) codeAnswer(world, study, { person, category })
  }
  for (const person of people.slice(COMPLETES, COMPLETES + SCREENED_OUT)) {
    const { answers } = drawAnswers(random, person, random.chance(0.3) ? 'under18' : 'no-money')
    recordAttempt(world, study, { random, person, answers })
  }
  for (const person of people.slice(COMPLETES + SCREENED_OUT)) {
    const { answers } = drawAnswers(random, person, null)
    recordAttempt(world, study, { random, person, answers, leavesAfter: random.between(2, 6) })
  }
}

function tellSurvey(world: World, random: Random): Study {
  const { rows, calendar } = world
  const surveyId = random.uuid()
  const createdAt = calendar.at(CREATED_DAYS_AGO, 10 * 60 + 20)
  const publishedAt = later(calendar.at(CREATED_DAYS_AGO - 1, 15 * 60), 12)
  const offer = { title: STUDY_TITLE, rewardUsd: 2, screenOutPoints: 1 }
  rows.survey.push({
    ...offer,
    surveyId,
    description:
      'How people in Kenya use mobile money, where they put money aside, and whom they trust with it.',
    durationMinutes: 4,
    category: 'finance',
    country: 'Kenya',
    kind: 'questions',
    questions: null,
    adminNotes: 'Fieldwork is over. The open answers of the last days are not sorted yet.',
    isActive: false,
    startsAt: calendar.at(FIELD.from, 0),
    endsAt: calendar.at(0, 0),
    quota: COMPLETES,
    createdAt,
  })
  const savedBy = actorOf(STAFF.content)
  rows.questionnaireDraft.push({ surveyId, content: asked, version: 1, savedAt: publishedAt, savedBy })
  rows.questionnaireVersion.push({
    surveyId,
    version: 1,
    content: asked,
    questionCount: listQuestions(asked).length,
    draftVersion: 1,
    publishedAt,
    publishedBy: savedBy,
  })
  const subject = `survey:${surveyId}`
  const { title, rewardUsd } = offer
  const by = STAFF.content
  audit(world, { at: createdAt, by, action: 'create-survey', subject, after: { title, rewardUsd } })
  const rule = {
    and: [
      { is: 'country' as const, countries: ['Kenya'] },
      { is: 'joined-days' as const, from: 30 },
    ],
  }
  rows.surveyEligibility.push({ surveyId, rule, version: 1, savedAt: createdAt, savedBy })
  audit(world, {
    at: later(createdAt, 9),
    by,
    action: 'save-eligibility',
    subject,
    before: { rule: null },
    after: { rule },
  })
  const after = { version: 1, draftVersion: 1 }
  audit(world, { at: publishedAt, by, action: 'publish-questionnaire', subject, after })
  return {
    ...offer,
    surveyId,
    asked,
    points: rewardPoints(rewardUsd, 1),
    categories: tellCategories(world, random, surveyId),
    codedAt: codedAt(world),
  }
}

const codedAt = ({ calendar }: World) => calendar.atDesk(calendar.at(CODED_DAYS_AGO, 10 * 60))

function tellCategories(world: World, random: Random, surveyId: string): string[] {
  const createdAt = later(codedAt(world), -30)
  return THEMES.map(({ category: name }, at) => {
    const categoryId = random.uuid()
    world.rows.surveyCategory.push({
      categoryId,
      surveyId,
      questionnaireVersion: 1,
      questionId: OPEN_QUESTION,
      code: at + 1,
      name,
      createdBy: actorOf(STAFF.analyst),
      createdAt,
    })
    return categoryId
  })
}

/** Answers of the last days wait to be sorted. */
function codeAnswer(
  { rows }: World,
  { surveyId, categories, codedAt }: Study,
  { person, category }: { person: Respondent; category: number },
): void {
  const categoryId = categories[category - 1]
  if (!categoryId || person.startedAt > later(codedAt, -60)) return
  const codedBy = actorOf(STAFF.analyst)
  const { memberId } = person
  rows.surveyAnswerCategory.push({
    memberId,
    surveyId,
    questionId: OPEN_QUESTION,
    categoryId,
    codedBy,
    codedAt,
  })
}

/** Only answers of yesterday can be held still; staff have decided about those of more than four days ago. */
function chooseReviewed(people: readonly Respondent[], { calendar }: World) {
  const daysAgo = ({ startedAt }: Respondent) => calendar.daysAgoOf(startedAt)
  const held = people.filter((person) => daysAgo(person) === FIELD.to).slice(0, REVIEWED.held)
  const decided = people.filter((person) => daysAgo(person) > 5).slice(0, REVIEWED.rejected + REVIEWED.paid)
  return new Map([
    ...held.map((person) => [person, 'held' as const] as const),
    ...decided.map((person, at) => [person, at < REVIEWED.rejected ? 'rejected' : 'paid'] as const),
  ])
}

type Drawn = {
  /** In codes, by question id; also to questions that are not asked. */
  answers: Map<number, AnswerValue>
  /** The category of the open answer, from 1; null: none. */
  category: number | null
}

/** Who is turned away: by their age, or because they do not use mobile money. */
type Screened = 'under18' | 'no-money' | null

/**
 * Draw what one person answers. Women save more, in chamas; the young on their phone; people over 35 in a SACCO or bank; men
 * and people of 25 to 34 borrow more; Nairobi pays in shops and minds the charges less.
 */
function drawAnswers(random: Random, person: Respondent, screened: Screened): Drawn {
  const { category, words } = drawWords(random, person)
  const services = drawServices(random, person)
  const saves = random.chance(
    (person.sex === 'female' ? 0.74 : 0.59) + (services.choices.includes('saving') ? 0.1 : 0),
  )
  const isCity = person.county === 'nairobi'
  const answers = new Map<number, AnswerValue>([
    [1, screened === 'under18' ? 'under18' : person.age],
    [2, screened === 'no-money' ? 'no' : 'yes'],
    [3, random.chance(0.015) ? 'not_said' : person.sex],
    [4, person.county],
    [5, services],
    [6, drawLoan(random)],
    [7, between(random, { middle: isCity ? 3.5 : 2.8, spread: 1.3, from: 1, to: 5 })],
    [8, between(random, { middle: person.age === 'a50' ? 5.8 : 7.4, spread: 4, from: 0, to: 10 })],
    [9, saves ? 'yes' : 'no'],
    [10, pickShare(random, placesOf(person))],
    [11, { rows: drawTrust(random, person) }],
  ])
  if (words !== null) answers.set(OPEN_QUESTION, words)
  return { answers, category }
}

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
  const other = random.pick([
    'Paying my workers',
    'Harambee',
    'Kulipa wafanyakazi',
    'Church offering',
    'Betting',
  ])
  return { choices: [...choices, 'other'], other }
}

/** Many small loans and a few large ones, in round sums. */
const drawLoan = (random: Random) => {
  const sum = 300 * Math.exp(3.6 * random.next() ** 1.5)
  return Math.round(sum / (sum < 1000 ? 50 : 500)) * (sum < 1000 ? 50 : 500)
}

function placesOf({ sex, age, county }: Respondent) {
  const isOlder = age === 'a35' || age === 'a50'
  return {
    phone: { a18: 52, a25: 34, a35: 20, a50: 14 }[age],
    chama: sex === 'female' ? 34 : 12,
    sacco: isOlder ? 26 : 11,
    bank: (isOlder ? 20 : 12) + (county === 'nairobi' ? 10 : 0),
    home: county === 'other' || county === 'kakamega' ? 13 : 6,
  }
}

const TRUST = ['lot', 'some', 'little', 'none'] as const

function drawTrust(random: Random, { sex, age }: Respondent): Record<string, string> {
  const middles = {
    phone: age === 'a50' ? 1.4 : 0.7,
    chama: sex === 'female' ? 0.9 : 1.7,
    sacco: age === 'a18' ? 1.4 : 0.9,
    bank: 1,
  }
  return Object.fromEntries(
    Object.entries(middles).map(([row, middle]) => {
      const place = between(random, { middle, spread: 1.2, from: 0, to: 3 })
      return [row, TRUST[place] ?? 'some']
    }),
  )
}

/** Most write something; a third of it is not sorted yet. */
function drawWords(random: Random, { language, sex }: Respondent) {
  if (!random.chance(0.62)) return { category: null, words: null }
  if (random.chance(0.12)) return { category: null, words: random.pick(UNSORTED[language]) }
  const shares = { 0: 30, 1: 22, 2: 14, 3: 12, 4: sex === 'female' ? 16 : 6, 5: 6 }
  const at = Number(pickShare(random, shares))
  const words = random.pick(THEMES[at]?.[language] ?? UNSORTED[language])
  return { category: random.chance(0.7) ? at + 1 : null, words }
}

type Bell = { middle: number; spread: number; from: number; to: number }

/** A whole number, around the middle. */
function between(random: Random, { middle, spread, from, to }: Bell): number {
  const bell = random.next() + random.next() + random.next() - 1.5
  return Math.min(to, Math.max(from, Math.round(middle + bell * spread * 1.6)))
}

const DAY_MINUTES = 24 * 60
const DEVICES = ['Chrome on Android', 'Chrome on Android', 'Opera on Android', 'Safari on iPhone']

/** Give a respondent an account and the session in which they answered. */
function joinForStudy(
  { rows, passwordHash }: World,
  random: Random,
  { memberId, email, firstName, lastName, language, joinedAt, startedAt }: Respondent,
): void {
  rows.member.push({
    memberId,
    email,
    firstName,
    lastName,
    country: 'Kenya',
    passwordHash,
    emailVerifiedAt: later(joinedAt, random.between(1, 40)),
    premiumUntil: null,
    premiumCancelledAt: null,
    premiumRemindedUntil: null,
    createdAt: joinedAt,
    suspendedAt: null,
    suspensionReason: null,
    deletionDueAt: null,
    erasedAt: null,
  })
  rows.emailOwner.push({ email, memberId })
  rows.memberSettings.push({
    memberId,
    language,
    theme: 'auto',
    mailsPayouts: true,
    mailsSignIns: true,
    analyticsConsent: false,
    analyticsConsentAt: later(joinedAt, 2),
  })
  rows.memberTerms.push({
    memberId,
    version: TERMS_IN_FORCE.version,
    how: 'sign-up',
    seenAt: joinedAt,
    acceptedAt: joinedAt,
  })
  rows.session.push({
    memberId,
    tokenHash: random.bytes(32),
    sessionId: random.uuid(),
    createdAt: startedAt,
    lastSeenAt: startedAt,
    expiresAt: later(startedAt, 180 * DAY_MINUTES),
    address: `105.16${random.between(0, 3)}.${random.between(0, 255)}.${random.between(1, 254)}`,
    userAgent: random.pick(DEVICES),
  })
}
