import { listQuestions, questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import { later } from '../create-calendar.ts'
import { createRandom, type Random } from '../create-random.ts'
import { actorOf, audit, STAFF, type World } from '../world.ts'
import { drawAnswers } from './draw-answers.ts'
import { joinForStudy } from './join-for-study.ts'
import { moneySections } from './money.ts'
import { OPEN_QUESTION, THEMES } from './open-answers.ts'
import { recordAttempt } from './record-attempt.ts'
import { createRespondents, FIELD, type Respondent } from './respondents.ts'
import { screeningSections } from './screening.ts'
import type { Study } from './study.ts'

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
