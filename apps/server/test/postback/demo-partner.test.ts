import { createHmac } from 'node:crypto'
import { ensureDemoSurveys } from '@chuma/core/demo/catalogue'
import { testSecrets } from '@chuma/core/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, createTestApp } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, db } = testApp
afterAll(testApp.close)

test('the demo partner confirms one survey and screens out of the other, with its own secret', async () => {
  await ensureDemoSurveys({ db, secrets: testSecrets })
  const { token } = await testApp.member()
  const owner = (await testApp.owner('owner')).token
  const get = async (url: string) => (await callRest(app, token, { method: 'GET', url })).body
  const [partner] = (await callRest(app, owner, { method: 'GET', url: '/api/admin/partners' })).body
  const tell = (event: object) => {
    const payload = JSON.stringify(event)
    return app.inject({
      method: 'POST',
      url: new URL(partner.postbackUrl).pathname,
      headers: {
        'content-type': 'application/json',
        'x-signature': createHmac('sha256', 'demo').update(payload).digest('hex'),
      },
      payload,
    })
  }
  const surveys: { id: string; title: string; kind: string }[] = await get('/api/surveys')
  const leave = async (title: string) => {
    const surveyId = surveys.find((survey) => survey.title === title)?.id
    const left = await callRest(app, token, { method: 'POST', url: '/api/user-surveys', body: { surveyId } })
    return /[\w-]{22,}$/.exec(left.body.externalUrl)?.[0]
  }

  const click_id = await leave('Shopping online in Kenya')
  const done = { click_id, transaction_id: 't1', amount_usd: '6.00', status: 'completed' }
  expect(await tell(done)).toMatchObject({ statusCode: 200, body: 'OK' })
  const other = await leave('Sun on the roof')
  await tell({ click_id: other, transaction_id: 't2', status: 'screened_out', reason: 'quota_full' })

  expect(await get('/api/user-surveys')).toMatchObject([
    { title: 'Sun on the roof', status: 'screened_out', screenOutReason: 'quota_full' },
    { title: 'Shopping online in Kenya', status: 'completed' },
  ])
  expect(await get('/api/auth/user')).toMatchObject({ points: 6 })
})
