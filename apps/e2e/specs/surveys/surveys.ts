import { type APIRequestContext, expect } from '@playwright/test'
import { bearer, type Member } from '../../support/people.ts'

export type Question = {
  id: number
  type: 'multiple-choice' | 'rating' | 'text' | 'yes-no'
  options: string[]
}
type Survey = { id: string; title: string; rewardPoints: number; questions: Question[] }

/** Asks about the way to work in five questions: two choices, a rating, yes or no, and an optional text. */
export const COMMUTING = 'Getting to work: matatu, boda or bus'

/** Two on a partner's page, and one that is done as soon as it is begun. */
export const SHOPPING = 'Shopping online in Kenya'
export const SOLAR = 'Sun on the roof'
export const INSTANT = 'Count me in'

export async function findSurvey(request: APIRequestContext, member: Member, title: string): Promise<Survey> {
  const headers = bearer(member.token)
  const surveys: Survey[] = await (await request.get('/api/surveys', { headers })).json()
  const id = surveys.find((survey) => survey.title === title)?.id
  return (await request.get(`/api/surveys/${id}`, { headers })).json()
}

/** Take a survey as a member, and return the points. */
export async function takeSurvey(request: APIRequestContext, member: Member, title = COMMUTING) {
  const survey = await findSurvey(request, member, title)
  const answers = Object.fromEntries(survey.questions.map((question) => [question.id, answer(question)]))
  const url = `/api/surveys/${survey.id}/complete`
  const completed = await request.post(url, { headers: bearer(member.token), data: { answers } })
  expect(completed.status()).toBe(200)
  return survey.rewardPoints
}

export function answer({ type, options }: Question): string | number {
  if (type === 'multiple-choice') return options[0] ?? ''
  if (type === 'rating') return 5
  return type === 'yes-no' ? 'yes' : 'Sawa.'
}
