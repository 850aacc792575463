import { givenTask, letSecondsPass } from '@chuma/core/tasks/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, createTestApp } from '../testing.ts'

const testApp = await createTestApp()
const { app, db } = testApp
afterAll(testApp.close)
const { token, memberId } = await testApp.member({ premium: true })
const get = (url: string) => callRest(app, token, { method: 'GET', url })
const post = (url: string, body?: unknown) => callRest(app, token, { method: 'POST', url, body })

test('the calls of the specification alone watch a video and click an advertisement', async () => {
  const [video, ad] = await Promise.all([
    givenTask(db, 'video', { title: 'Spring', points: 20 }),
    givenTask(db, 'ad', { points: 15, minTimeSeconds: 40 }),
  ])
  expect((await get('/api/video-tasks')).body).toMatchObject([
    {
      id: video,
      title: 'Spring',
      description: 'Something to do',
      points: 20,
      youtubeUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    },
  ])
  expect((await post(`/api/video-tasks/${video}/watch`)).body).toMatchObject({ code: 'TOO_EARLY' })
  await letSecondsPass(db, memberId, 30)
  expect(await post(`/api/video-tasks/${video}/watch`)).toEqual({
    status: 200,
    body: { pointsEarned: 20, availablePoints: 20 },
  })
  expect((await post(`/api/video-tasks/${video}/watch`)).body).toMatchObject({ code: 'DONE_TODAY' })

  expect((await get('/api/ad-tasks')).body).toMatchObject([
    { id: ad, points: 15, targetUrl: 'https://shop.example/offer', minTimeSeconds: 40 },
  ])
  expect(await post(`/api/ad-tasks/${ad}/click`, { timeSpent: 1e9 })).toEqual({
    status: 200,
    body: {
      completed: false,
      pointsEarned: 0,
      availablePoints: 20,
      message: 'Please spend more time on the ad to earn points.',
    },
  })
  await letSecondsPass(db, memberId, 40)
  expect(await post(`/api/ad-tasks/${ad}/click`, { timeSpent: 45 })).toEqual({
    status: 200,
    body: { completed: true, pointsEarned: 15, availablePoints: 35 },
  })
  expect((await get('/api/user-stats-enhanced')).body).toMatchObject({
    points: 35,
    videosWatched: 1,
    adsClicked: 1,
  })
})

test('a partner learns of a click and not who made it', async () => {
  const id = await givenTask(db, 'affiliate')
  const { body } = await post(`/api/affiliate-links/${id}/click`)
  expect(body.url).toMatch(/^https:\/\/partner\.example\/go\?aff=7&click=[\w-]{32}$/)
  expect((await get('/api/affiliate-links')).body[0]).not.toHaveProperty('url')
})
