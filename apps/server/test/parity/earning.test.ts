import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { givenQuestions } from '@chuma/core/tasks/games.testing'
import { listAdTasks } from '@chuma/core/tasks/list-ad-tasks'
import { listVideoTasks } from '@chuma/core/tasks/list-video-tasks'
import { submitProof } from '@chuma/core/tasks/proofs/submit-proof'
import { givenTask, letSecondsPass } from '@chuma/core/tasks/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'
import type { Calls } from './calls.ts'
import { comparable } from './comparable.ts'

// A wheel that always shows 7, and a quiz of the one question there is.
const testApp = await createTestApp({
  economy: async () =>
    economy.parse({
      ...defaultEconomy,
      quizQuestionsPerDay: 1,
      spinTable: [
        { points: 7, weight: 1 },
        { points: 7, weight: 1 },
      ],
    }),
})
const { app, db, deps } = testApp
afterAll(testApp.close)
await givenQuestions(db, 1)
const owner = await testApp.owner('earning')
const unknownId = '00000000-0000-4000-8000-000000000000'

/** A premium member who was sent his lists long ago, one who just came, and one without premium. */
async function createWorld() {
  const [premium, newcomer, member] = await Promise.all([
    testApp.member({ premium: true }),
    testApp.member({ premium: true }),
    testApp.member(),
  ])
  const [video, ad, social, job, link] = await Promise.all([
    givenTask(db, 'video'),
    givenTask(db, 'ad'),
    givenTask(db, 'social'),
    givenTask(db, 'micro-job'),
    givenTask(db, 'affiliate'),
  ])
  await Promise.all([listVideoTasks(deps, premium), listAdTasks(deps, premium)])
  await letSecondsPass(db, premium.memberId, 100)
  const { id: proof } = await submitProof(deps, member, { id: job, proof: 'Flour 180' })
  const [question] = (await ask(premium.token, '/api/quiz-questions')).body
  const tokens = {
    premium: premium.token,
    newcomer: newcomer.token,
    member: member.token,
    owner: owner.token,
  }
  return { tokens, video, ad, social, job, link, proof, question: String(question.id) }
}
type World = Awaited<ReturnType<typeof createWorld>>
type Who = keyof World['tokens'] | null

const ask = (token: string, url: string) => callRest(app, token, { method: 'GET', url })
const tokenOf = (world: World, who: Who) => (who ? world.tokens[who] : undefined)

const read =
  (who: Who, url: string, path: string, input?: object) =>
  (world: World): Calls => ({
    rest: { method: 'GET', url },
    trpc: { type: 'query', path, input },
    token: tokenOf(world, who),
  })

type Write = {
  who: Who
  url: (world: World) => string
  path: string
  /** What stands in the address over REST. */
  id?: (world: World) => string
  body?: unknown
  method?: 'POST' | 'PUT'
}
const write =
  ({ who, url, path, id, body, method = 'POST' }: Write) =>
  (world: World): Calls => ({
    rest: { method, url: url(world), body },
    trpc: {
      type: 'mutation',
      path,
      input: id ? { ...(body as object | undefined), id: id(world) } : body,
    },
    token: tokenOf(world, who),
  })

const open = (who: Who, kind: 'video' | 'ad', id = (world: World) => world[kind]) =>
  write({ who, path: 'tasks.openTask', id, url: (world) => `/api/${kind}-tasks/${id(world)}/open` })
const watch = (who: Who, id = (world: World) => world.video) =>
  write({ who, path: 'tasks.watchVideo', id, url: (world) => `/api/video-tasks/${id(world)}/watch` })
const click = (who: Who, body: unknown = { timeSpent: 20 }, id = (world: World) => world.ad) =>
  write({ who, path: 'tasks.clickAd', id, body, url: (world) => `/api/ad-tasks/${id(world)}/click` })
const prove = (who: Who, kind: 'social' | 'job', proof = 'https://social.example/p/1') =>
  write({
    who,
    path: 'tasks.submitProof',
    id: (world) => world[kind],
    body: { proof },
    url: (world) => `/api/${kind === 'social' ? 'social-tasks' : 'micro-jobs'}/${world[kind]}/proof`,
  })
const leave = (who: Who, id = (world: World) => world.link) =>
  write({ who, path: 'tasks.openLink', id, url: (world) => `/api/affiliate-links/${id(world)}/click` })
const decide = (who: Who, body: unknown, id = (world: World) => world.proof) =>
  write({
    who,
    path: 'admin.decideProof',
    id,
    body,
    method: 'PUT',
    url: (world) => `/api/admin/proofs/${id(world)}`,
  })
const play = (who: Who, url: string, path: string, body?: unknown) =>
  write({ who, path, body, url: () => url })
const quiz = (world: World) =>
  play('premium', '/api/quiz/submit', 'games.submitQuiz', { answers: { [world.question]: 'B' } })(world)
const unknown = () => unknownId

const cases: [name: string, status: number, calls: (world: World) => Calls][] = [
  ['today', 200, read('premium', '/api/user-stats-enhanced', 'games.getToday')],
  ['today, signed out', 401, read(null, '/api/user-stats-enhanced', 'games.getToday')],
  ['the daily login', 200, play('member', '/api/daily-login', 'games.claimDailyLogin')],
  ['the wheel', 200, read('member', '/api/spin-wheel/can-spin', 'games.getWheel')],
  ['a spin', 200, play('premium', '/api/spin-wheel/spin', 'games.spin')],
  ['a spin without premium', 403, play('member', '/api/spin-wheel/spin', 'games.spin')],
  ['the quiz handed in', 200, quiz],
  ['the quiz without answers', 400, play('premium', '/api/quiz/submit', 'games.submitQuiz', { answers: {} })],
  ['a quiz without premium', 403, play('member', '/api/quiz/submit', 'games.submitQuiz', { answers: {} })],
  ['videos', 200, read('premium', '/api/video-tasks', 'tasks.listVideoTasks')],
  ['videos without premium', 403, read('member', '/api/video-tasks', 'tasks.listVideoTasks')],
  ['videos, signed out', 401, read(null, '/api/video-tasks', 'tasks.listVideoTasks')],
  ['advertisements', 200, read('premium', '/api/ad-tasks', 'tasks.listAdTasks')],
  ['social tasks', 200, read('premium', '/api/social-tasks', 'tasks.listSocialTasks')],
  ['social tasks without premium', 403, read('member', '/api/social-tasks', 'tasks.listSocialTasks')],
  ['micro-jobs', 200, read('newcomer', '/api/micro-jobs', 'tasks.listMicroJobs')],
  ['affiliate links', 200, read('member', '/api/affiliate-links', 'tasks.listAffiliateLinks')],
  ['opening a video', 200, open('newcomer', 'video')],
  ['opening an advertisement', 200, open('newcomer', 'ad')],
  ['opening nothing', 404, open('newcomer', 'video', unknown)],
  ['opening without premium', 403, open('member', 'video')],
  ['a video that was watched', 200, watch('premium')],
  ['a video, too early', 409, watch('newcomer')],
  ['a video without premium', 403, watch('member')],
  ['a video that is none', 404, watch('premium', (world) => world.ad)],
  ['a video whose id is none', 400, watch('premium', () => 'x')],
  ['an advertisement that was looked at', 200, click('premium')],
  ['an advertisement, too early', 200, click('newcomer')],
  ['an advertisement without a number', 400, click('premium', { timeSpent: 'long' })],
  ['an advertisement, signed out', 401, click(null)],
  ['a proof', 201, prove('premium', 'social')],
  ['a proof without premium', 403, prove('member', 'social')],
  ['a proof that waits already', 409, prove('member', 'job')],
  ['a proof with a bad link', 400, prove('premium', 'job', 'javascript:alert(1)')],
  ['leaving by a link', 200, leave('member')],
  ['leaving by none', 404, leave('member', unknown)],
  ['leaving, signed out', 401, leave(null)],
  ['proofs', 200, read('owner', '/api/admin/proofs?limit=1', 'admin.listProofs', { limit: 1 })],
  ['proofs as a member', 403, read('member', '/api/admin/proofs', 'admin.listProofs', {})],
  ['approving a proof', 200, decide('owner', { decision: 'approved' })],
  ['rejecting a proof', 200, decide('owner', { decision: 'rejected', reason: 'No' })],
  ['rejecting a proof without a reason', 400, decide('owner', { decision: 'rejected' })],
  ['deciding as a member about a proof', 403, decide('member', { decision: 'approved' })],
  ['deciding about no proof', 404, decide('owner', { decision: 'approved' }, unknown)],
]

test.each(cases)('%s answers %i and the same through both doors', async (_name, status, calls) => {
  const [first, second] = [calls(await createWorld()), calls(await createWorld())]
  const rest = await callRest(app, first.token, first.rest)
  const trpc = await callTrpc(app, second.token, second.trpc)
  expect(comparable(trpc.body)).toEqual(comparable(rest.body))
  // REST alone has a word for having made something.
  expect([rest.status, trpc.status]).toEqual([status, status === 201 ? 200 : status])
})

test("a member's own part of a list is the same through both doors", async () => {
  const world = await createWorld()
  for (const calls of [open('premium', 'video'), prove('premium', 'social'), leave('member')]) {
    const { rest, token } = calls(world)
    await callRest(app, token, rest)
  }
  for (const [calls, own] of [
    [read('premium', '/api/video-tasks', 'tasks.listVideoTasks'), { secondsLeft: expect.any(Number) }],
    [read('premium', '/api/social-tasks', 'tasks.listSocialTasks'), { proof: expect.any(Object) }],
    [read('member', '/api/micro-jobs', 'tasks.listMicroJobs'), { proof: expect.any(Object) }],
    [
      read('member', '/api/affiliate-links', 'tasks.listAffiliateLinks'),
      { lastClickedAt: expect.any(String) },
    ],
  ] as const) {
    const { rest, trpc, token } = calls(world)
    const answer = await callRest(app, token, rest)
    expect(comparable(await callTrpc(app, token, trpc))).toEqual(comparable(answer))
    expect(answer.body).toContainEqual(expect.objectContaining(own))
  }
})

test('the questions of the quiz are the same through both doors, before and after', async () => {
  const world = await createWorld()
  const token = world.tokens.premium
  for (const canTakeQuiz of [true, false]) {
    const rest = await ask(token, '/api/quiz-questions')
    const trpc = await callTrpc(app, token, { type: 'query', path: 'games.getQuiz' })
    expect(trpc.body).toMatchObject({ canTakeQuiz, questions: rest.body })
    await callRest(app, token, quiz(world).rest)
  }
})

test('what is done is refused alike, the second time', async () => {
  const world = await createWorld()
  for (const [calls, code] of [
    [watch('premium'), 'DONE_TODAY'],
    [quiz, 'DONE_TODAY'],
    [play('premium', '/api/daily-login', 'games.claimDailyLogin'), 'DONE_TODAY'],
    [play('premium', '/api/spin-wheel/spin', 'games.spin'), 'DONE_TODAY'],
    [prove('premium', 'social'), 'PROOF_STATE'],
    [decide('owner', { decision: 'approved' }), 'PROOF_STATE'],
  ] as const) {
    const { rest, trpc, token } = calls(world)
    await callRest(app, token, rest)
    const again = await callRest(app, token, rest)
    expect(await callTrpc(app, token, trpc)).toEqual(again)
    expect(again).toMatchObject({ status: 409, body: { code } })
  }
})
