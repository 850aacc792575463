import { randomUUID } from 'node:crypto'
import type { PlainQuestion } from '@chuma/contract/surveys/surveys'
import type { Db } from '@chuma/db/client'
import { givenMember } from '../testing.ts'

type Given = {
  title?: string
  rewardUsd?: number
  category?: string
  country?: string
  kind?: 'questions' | 'external' | 'instant'
  isActive?: boolean
  questions?: PlainQuestion[] | null
  createdAt?: Date
  startsAt?: Date
  endsAt?: Date
  quota?: number
  partnerId?: string
  answerQuality?: string
  series?: string
}

/** One question of each type; the text, number 4, is optional. */
export const fourQuestions: PlainQuestion[] = [
  {
    id: 1,
    type: 'multiple-choice',
    question: 'Where do you save?',
    options: ['Bank', 'SACCO'],
    required: true,
  },
  { id: 2, type: 'rating', question: 'How safe is it?', options: [], required: true },
  { id: 3, type: 'yes-no', question: 'Do you save every month?', options: [], required: true },
  { id: 4, type: 'text', question: 'What for?', options: [], required: false },
]

/** An active survey for Kenya that pays $5.00 and asks `fourQuestions`; `given` replaces fields. */
export async function givenSurvey(db: Db, { questions = fourQuestions, ...given }: Given = {}) {
  const { surveyId } = await db
    .insertInto('survey')
    .values({
      title: `Saving ${randomUUID()}`,
      description: 'How people put money aside',
      rewardUsd: 5,
      durationMinutes: 15,
      category: 'finance',
      country: 'Kenya',
      kind: 'questions',
      externalUrl: given.kind === 'external' ? 'https://partner.example/s' : null,
      questions: questions && JSON.stringify(questions),
      ...given,
    })
    .returning('surveyId')
    .executeTakeFirstOrThrow()
  return surveyId
}

/** A member who has done nothing yet, and a survey for them. */
export const givenTaker = async (db: Db, given: Given = {}) => ({
  member: await givenMember(db),
  surveyId: await givenSurvey(db, given),
})

export const goodAnswers = { '1': 'SACCO', '2': 4, '3': 'yes' } as const
