import * as z from 'zod'
import { answerValue } from '../surveys/answers.ts'
import { attemptStatus, surveyQuestion } from '../surveys/surveys.ts'
import { timestamp } from '../timestamp.ts'

/** A survey in a member's data export. */
export const takenSurvey = z.object({
  title: z.string(),
  status: attemptStatus,
  rewardPoints: z.int(),
  startedAt: timestamp,
  completedAt: timestamp.nullable(),
  claimedCompletedAt: timestamp.nullable(),
  questions: z.array(surveyQuestion),
  /** What their profile said as they completed it, by which answers are counted in groups. */
  traits: z.array(z.string()),
  answers: z.array(z.object({ questionId: z.int(), answer: answerValue, answeredAt: timestamp })),
})
