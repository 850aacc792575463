import { givenSurvey } from '@chuma/core/surveys/testing'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { createTestApp } from '../../src/testing.ts'
import { listProcedures, listRoutes } from './list-routes.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>
export type Visit = { name: string; method: string; answer: Awaited<ReturnType<FastifyInstance['inject']>> }

const SAFE = ['GET', 'HEAD']
const JSON_BODY = { headers: { 'content-type': 'application/json' }, payload: '{}' }

/**
 * Call everything as a visitor, as a member who has something of each kind, and as an owner. Calls that end a session come
 * last. Each write comes from a different member, so that one does not spoil the next.
 */
export async function crawl(testApp: TestApp, app = testApp.app): Promise<Visit[]> {
  const surveyId = await givenSurvey(testApp.db)
  const member = await givenBusyMember(testApp, surveyId)
  const owner = await testApp.owner(`crawler-${surveyId.slice(0, 8)}`)
  const visits: Visit[] = []
  for (const call of listCalls(app, surveyId)) {
    const isRead = SAFE.includes(call.method)
    const tokens = {
      visitor: undefined,
      member: isRead ? member.token : (await testApp.member()).token,
      owner: owner.token,
    }
    for (const [who, token] of Object.entries(tokens)) {
      const answer = await app.inject({
        ...call,
        headers: { ...call.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      } as InjectOptions)
      visits.push({
        name: `${who}: ${call.method} ${call.url} (${answer.statusCode})`,
        method: call.method,
        answer,
      })
    }
  }
  return visits
}

type Call = { method: string; url: string; headers?: Record<string, string>; payload?: string }

/** List everything that answers and ends, through both doors, calls that end a session last. Bodies are empty. */
export function listCalls(app: FastifyInstance, surveyId: string): Call[] {
  const rest = listRoutes(app)
    .filter(({ path }) => !path.startsWith('/trpc/'))
    .flatMap(({ path, methods }) => {
      const id = path.startsWith('/api/surveys/') ? surveyId : '00000000-0000-4000-8000-000000000000'
      const url = path.replace(':token', '0'.repeat(64)).replace(/:\w+/g, id).replace('*', 'none')
      return methods.map(
        (method): Call => (SAFE.includes(method) ? { method, url } : { method, url, ...JSON_BODY }),
      )
    })
  const input = encodeURIComponent(JSON.stringify({ json: { surveyId } }))
  const empty = encodeURIComponent(JSON.stringify({ json: {} }))
  // A stream has no end to wait for; live.test.ts covers what streams send.
  const ending = listProcedures().filter(({ type }) => type !== 'subscription')
  const typed = ending.map(({ path, type, inputs }): Call => {
    if (type === 'mutation') return { method: 'POST', url: `/trpc/${path}`, ...JSON_BODY }
    const query = path.endsWith('getSurvey') ? `?input=${input}` : inputs.length > 0 ? `?input=${empty}` : ''
    return { method: 'GET', url: `/trpc/${path}${query}` }
  })
  const endsSession = ({ url }: Call) => /log-?out|end-?other|revoke|delete/i.test(url)
  return [...rest, ...typed].sort((a, b) => Number(endsSession(a)) - Number(endsSession(b)))
}

let numbers = 0

async function givenBusyMember(testApp: TestApp, surveyId: string) {
  const member = await testApp.member({ points: 50 })
  const headers = { authorization: `Bearer ${member.token}` }
  const post = (url: string, payload: object) => testApp.app.inject({ method: 'POST', url, headers, payload })
  const mpesaNumber = `0711${String(100_000 + numbers++)}`
  await post('/api/withdrawals', { pointsToWithdraw: 2, withdrawalMethod: 'mpesa', mpesaNumber })
  await post(`/api/surveys/${surveyId}/answers`, { questionId: 2, answer: 3 })
  return member
}
