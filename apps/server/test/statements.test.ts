import { readFile } from 'node:fs/promises'
import { listProcedureMeta } from '@chuma/api/list-endpoints'
import { SYSTEM } from '@chuma/core/admin/staff/manage-staff'
import { createOwedReader } from '@chuma/core/economy'
import {
  createScriptedProvider,
  givenApproved,
  givenWithdrawal,
  scriptedPayouts,
} from '@chuma/core/payouts/testing'
import { createCatalogueReader } from '@chuma/core/surveys/catalogue'
import { saveEligibility } from '@chuma/core/surveys/eligibility'
import { givenSurvey, goodAnswers } from '@chuma/core/surveys/testing'
import { givenTask } from '@chuma/core/tasks/testing'
import { createTaxReader } from '@chuma/core/wallet/tax'
import { createWantedEventsReader } from '@chuma/core/webhooks/endpoints'
import { recordStatements } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../src/testing.ts'
import { listProcedures } from './security/list-routes.ts'

const rails = (['mpesa', 'airtel', 'airtime'] as const).map((method) => ({
  ...createScriptedProvider().provider,
  name: method,
  methods: [method],
}))
const testApp = await createTestApp({ payouts: { ...scriptedPayouts(null), rails } })
const { app, db, deps } = testApp
// Kept, as in production: other tests read them each time.
const maxAgeMs = 3_600_000
deps.surveyCatalogue = createCatalogueReader(deps.db, { maxAgeMs })
deps.taxPercent = createTaxReader(deps.db, { maxAgeMs })
deps.wantedEvents = createWantedEventsReader(deps.db, { maxAgeMs })
deps.owedPoints = createOwedReader(deps.db, { maxAgeMs })
afterAll(testApp.close)
const member = await testApp.member({ premium: true, points: 1000 })
const surveyId = await givenSurvey(db)
await saveEligibility(deps, SYSTEM, { id: surveyId, version: 0, rule: { is: 'flags', to: 0 } })
for (const kind of ['video', 'ad'] as const) await givenTask(db, kind)
const owner = await testApp.owner('counts')

/** The most statements that a call may send once the caches are warm, with those that begin and commit a transaction. */
const budgets: Record<string, number> = await readJson('statements.json')

/** What pages call when they are opened, which a browser test holds, and the statements of all these calls. */
const pages: Record<string, { calls: string[]; statements: number }> = await readJson('page-calls.json')

async function readJson(name: string) {
  return JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8'))
}

const advice = 'test/statements.json: a call may need more only with a reason'

/** Of two calls the cheaper: a timer of the process may read something meanwhile. */
async function count(call: () => Promise<{ status: number }>, expected: readonly number[]) {
  const counts: number[] = []
  for (const isWarm of [false, true, true]) {
    const statements = await recordStatements(async () => {
      const { status } = await call()
      if (!expected.includes(status)) throw new Error(`answered ${status}`)
    })
    if (isWarm) counts.push(statements.length)
  }
  return Math.min(...counts)
}

function tooMany(counted: Record<string, number>) {
  const names = Object.keys(counted)
  return names
    .filter((name) => (counted[name] ?? 0) > (budgets[name] ?? 0))
    .map((name) => [name, counted[name]])
}

const meta = new Map(listProcedureMeta().map((each) => [each.name, each]))
const queries = listProcedures()
  .filter(({ type }) => type === 'query')
  .map(({ path }) => ({ type: 'query' as const, path }))

test('no query talks to the database more often than its budget says', async () => {
  const counted: Record<string, number> = {}
  for (const query of queries) {
    const side = meta.get(query.path)?.access?.side
    const token = side === 'staff' ? owner.token : side === 'member' ? member.token : undefined
    for (const input of [undefined, {}]) {
      const call = { ...query, ...(input && { input }) }
      if ((await callTrpc(app, token, call)).status !== 200) continue
      counted[query.path] = await count(() => callTrpc(app, token, call), [200])
      break
    }
  }
  expect(tooMany(counted), advice).toEqual([])
  const named = Object.keys(budgets).filter((name) => !name.includes(' '))
  expect(named.filter((name) => !(name in counted))).toEqual([])
})

/** As many surveys as are counted with. */
const givenSurveys = (kind: 'questions' | 'external') =>
  Promise.all([1, 2, 3].map(() => givenSurvey(db, { kind })))

const start = (surveyId: string) =>
  callRest(app, member.token, { method: 'POST', url: '/api/user-surveys', body: { surveyId } })

const complete = (surveyId: string) =>
  callRest(app, member.token, {
    method: 'POST',
    url: `/api/surveys/${surveyId}/complete`,
    body: { answers: goodAnswers },
  })

const withdrawal = { withdrawalMethod: 'mpesa', pointsToWithdraw: 100, mpesaNumber: '0712345678' }

test('no specified call talks to the database more often than its budget says', async () => {
  const rest = (method: 'GET' | 'POST', url: string, body?: object) =>
    count(() => callRest(app, member.token, { method, url, ...(body && { body }) }), [200, 201])
  const counted: Record<string, number> = {}
  const read = Object.keys(budgets).filter((name) => name.startsWith('GET '))
  for (const name of read) counted[name] = await rest('GET', name.slice('GET '.length))
  // Before the surveys: one whose answers are in doubt makes a request look at more.
  counted['POST /api/withdrawals'] = await rest('POST', '/api/withdrawals', withdrawal)
  const forSurveys = (ids: string[], call: (id: string) => Promise<{ status: number }>) =>
    count(() => call(ids.pop() ?? ''), [200, 201])
  const begun = await givenSurveys('questions')
  for (const id of begun) await start(id)
  counted['POST /api/surveys/:id/complete'] = await forSurveys(begun, complete)
  counted['POST /api/user-surveys'] = await forSurveys(await givenSurveys('questions'), start)
  counted['POST /api/user-surveys, of a partner'] = await forSurveys(await givenSurveys('external'), start)
  expect(tooMany(counted), advice).toEqual([])
})

/** One in each list of a page of staff. */
async function givenListed() {
  await givenApproved(db)
  const { id } = await givenWithdrawal(db)
  const { ref } = await givenWithdrawal(db)
  await db
    .updateTable('withdrawal')
    .set({ isInReview: true })
    .where('withdrawalId', '=', ref.withdrawalId)
    .execute()
  inputs['admin.getWithdrawalCase'] = [{ id }]
}

/** What a page gives its calls, in their order. */
const inputs: Record<string, object[]> = {
  'wallet.listTransactions': [{ limit: 10 }, { limit: 10 }],
  'admin.listEconomyPresets': [{}],
  'admin.listMembers': [{ limit: 25 }],
  'admin.listWithdrawals': [
    { status: 'pending', isFlagged: true, sort: 'oldest', limit: 50 },
    { status: 'pending', isFlagged: false, sort: 'oldest', limit: 50 },
    { status: 'approved', sort: 'oldest', limit: 50 },
  ],
  'admin.listWithdrawals of the desk': [{ stage: 'review', sort: 'oldest', limit: 30 }],
  'admin.listPayoutPauses': [{ state: 'appealed' }],
  'admin.getMember': [{ memberId: member.memberId }],
  'admin.listMemberNotes': [{ memberId: member.memberId, limit: 25 }],
}

/** As a page calls: reads in a batch, and a stream. */
async function callFromPage(page: string, paths: string): Promise<{ status: number }> {
  const token = paths.startsWith('admin.') ? owner.token : page.startsWith('/admin') ? '' : member.token
  if (/\.on\w*Change$/.test(paths)) return callTrpc(app, token, { type: 'subscription', path: paths })
  const names = paths.split(',')
  const given = names.map((name, n) => {
    const ofDesk = page.startsWith('/admin/withdrawals') ? inputs[`${name} of the desk`] : undefined
    const json = (ofDesk ?? inputs[name])?.[names.slice(0, n).filter((earlier) => earlier === name).length]
    return json ? { json } : {}
  })
  const response = await app.inject({
    url: `/trpc/${paths}?batch=1&input=${encodeURIComponent(JSON.stringify({ ...given }))}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.statusCode }
}

test('no page talks to the database more often than its budget says', async () => {
  const counted: [string, number][] = []
  const allowed: [string, number][] = []
  await givenListed()
  for (const [path, { calls, statements }] of Object.entries(pages)) {
    let sum = 0
    for (const call of calls) sum += await count(() => callFromPage(path, call), [200])
    counted.push([path, sum])
    allowed.push([path, statements])
  }
  expect(counted).toEqual(allowed)
})
