import { PROOF_KINDS, type ProofKind } from '@chuma/contract/tasks/task-kinds'
import { givenStaff } from '@chuma/core/admin/testing'
import { givenSurvey, goodAnswers } from '@chuma/core/surveys/testing'
import { givenQuestions, givenTask, letSecondsPass } from '@chuma/core/tasks/testing'
import { createTestDeps } from '@chuma/core/testing'
import { insertProof } from '@chuma/db/queries/tasks/task-proofs'
import { type Claim, holdWallet, throughBothDoors, type World } from './testing.ts'

export type Reward = {
  /** What one claim posts; null for nothing yet. */
  posts: string | null
  /** The answers: that of one of any number of claims, and that of all others. */
  first: string
  others: string
  /** Whether it can be earned again the next day. */
  isDaily: boolean
  given: (world: World) => Promise<Claim>
}

const DAILY = { first: 'done', others: '409 DONE_TODAY', isDaily: true }
const ALL_ALIKE = { first: 'done', others: 'done', isDaily: false }
const DECIDED_ONCE = { first: 'done', others: '409 PROOF_STATE', isDaily: false }

const post = (url: string, body?: object) => ({ method: 'POST' as const, url, body })
const mutation = (path: string, input?: object) => ({ type: 'mutation' as const, path, input })

/** The rewards that the product itself pays. */
export const ownRewards: Record<string, Reward> = {
  'the daily login': { ...DAILY, posts: 'daily-login 25', given: givenDailyLogin },
  'the wheel': { ...DAILY, posts: 'spin 7', given: givenSpin },
  'the quiz': { ...DAILY, posts: 'quiz 75', given: givenQuiz },
  'a video': { ...DAILY, posts: 'video 20', given: (world) => givenView(world, 'video') },
  'an advertisement': { ...DAILY, posts: 'ad 20', given: (world) => givenView(world, 'ad') },
  'a survey of our own': { ...ALL_ALIKE, posts: 'survey 5', given: givenOwnSurvey },
  'an instant survey': { ...ALL_ALIKE, posts: 'survey 3', given: givenInstantSurvey },
  ...Object.fromEntries(
    PROOF_KINDS.map((kind): [string, Reward] => [
      `a ${kind}, approved`,
      { ...DECIDED_ONCE, posts: `${kind} 20`, given: (world) => givenProof(world, kind) },
    ]),
  ),
}

async function givenDailyLogin(world: World): Promise<Claim> {
  const { memberId, token } = await world.member()
  const send = throughBothDoors(token, () => ({
    rest: post('/api/daily-login'),
    trpc: mutation('tasks.claimDailyLogin'),
  }))
  return { memberId, hold: holdWallet(memberId), send }
}

async function givenSpin(world: World): Promise<Claim> {
  const { memberId, token } = await world.member({ premium: true })
  const send = throughBothDoors(token, () => ({
    rest: post('/api/spin-wheel/spin'),
    trpc: mutation('tasks.spin'),
  }))
  return { memberId, hold: holdWallet(memberId), send }
}

async function givenQuiz(world: World): Promise<Claim> {
  const { memberId, token, call } = await world.member({ premium: true })
  await givenQuestions(world.db, 5)
  let answers = {}
  const send = throughBothDoors(token, () => ({
    rest: post('/api/quiz/submit', { answers }),
    trpc: mutation('tasks.submitQuiz', { answers }),
  }))
  const prepare = async () => {
    const questions: { id: string }[] = await call('GET', '/api/quiz-questions')
    answers = Object.fromEntries(questions.map(({ id }) => [id, 'B']))
  }
  return { memberId, hold: holdWallet(memberId), send, prepare }
}

async function givenView(world: World, kind: 'video' | 'ad'): Promise<Claim> {
  const { memberId, token, call } = await world.member({ premium: true })
  const id = await givenTask(world.db, kind)
  const send = throughBothDoors(token, ({ timeSpent }) =>
    kind === 'video'
      ? { rest: post(`/api/video-tasks/${id}/watch`), trpc: mutation('tasks.watchVideo', { id }) }
      : {
          rest: post(`/api/ad-tasks/${id}/click`, { timeSpent }),
          trpc: mutation('tasks.clickAd', { id, timeSpent }),
        },
  )
  const prepare = async () => {
    await call('GET', `/api/${kind}-tasks`)
    await letSecondsPass(world.db, memberId, 100)
  }
  return { memberId, hold: holdWallet(memberId), send, prepare }
}

async function givenOwnSurvey(world: World): Promise<Claim> {
  const { memberId, token } = await world.member()
  const surveyId = await givenSurvey(world.db)
  const send = throughBothDoors(token, ({ completedAt }) => {
    const body = { answers: goodAnswers, completedAt }
    return {
      rest: post(`/api/surveys/${surveyId}/complete`, body),
      trpc: mutation('surveys.completeSurvey', { surveyId, ...body }),
    }
  })
  return { memberId, hold: holdWallet(memberId), send }
}

async function givenInstantSurvey(world: World): Promise<Claim> {
  const { memberId, token, call } = await world.member()
  const surveyId = await givenSurvey(world.db, { kind: 'instant', rewardUsd: 3 })
  const { id } = await call('POST', '/api/user-surveys', { surveyId })
  const send = throughBothDoors(token, ({ completedAt }) => ({
    rest: post(`/api/user-surveys/${id}/complete`),
    trpc: mutation('surveys.completeSurvey', { surveyId, answers: {}, completedAt }),
  }))
  return { memberId, hold: holdWallet(memberId), send }
}

async function givenProof(world: World, kind: ProofKind): Promise<Claim> {
  const { memberId } = await world.member({ premium: true })
  const { token } = await givenStaff(createTestDeps(world.db))
  const taskId = await givenTask(world.db, kind)
  const proof = { memberId, taskId, kind, proof: 'https://social.example/p/1', points: 20 }
  const { id = '' } = (await insertProof(world.db, proof)) ?? {}
  const send = throughBothDoors(token, () => ({
    rest: { method: 'PUT', url: `/api/admin/proofs/${id}`, body: { decision: 'approved' } },
    trpc: mutation('admin.decideProof', { id, decision: 'approved' }),
  }))
  return { memberId, hold: holdWallet(memberId), send }
}
