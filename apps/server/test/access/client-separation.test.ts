import { createHash, randomUUID } from 'node:crypto'
import { listEndpoints } from '@chuma/api/list-endpoints'
import {
  acceptDataset,
  assignClientSurvey,
  downloadDataset,
  writeMyComment,
} from '@chuma/core/clients/surveys/commissioned-surveys'
import { givenBudget, givenClientSession, givenComplete } from '@chuma/core/clients/testing'
import { finance } from '@chuma/core/payouts/testing'
import { givenSurvey } from '@chuma/core/surveys/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp, type RestCall } from '../../src/testing.ts'
import { listProcedures } from '../security/list-routes.ts'
import { procedureAccess } from './expectations.ts'

const testApp = await createTestApp()
const { app, deps } = testApp
afterAll(testApp.close)

/** An organisation with answers, a comment, an accepted dataset and money: everything that another one must not find. */
async function givenTenant() {
  const given = await givenBudget(deps, { completes: 8 })
  const { client, surveyId } = given
  for (let at = 0; at < 6; at += 1) await givenComplete(deps, surveyId)
  const { id: commentId } = await writeMyComment(deps, client, { surveyId, text: `Secret of ${surveyId}` })
  const file = await downloadDataset(deps, client, { id: surveyId })
  const hash = createHash('sha256').update(file).digest('hex')
  const { accepted } = await acceptDataset(deps, client, { surveyId, hash })
  const session = await givenClientSession(deps, given.userId)
  const sessions = await deps.db
    .selectFrom('clientSession')
    .select('sessionId')
    .where('userId', '=', given.userId)
    .execute()
  return {
    ...given,
    ...session,
    surveyId,
    commentId,
    hash: hash ?? '',
    datasetId: accepted[0]?.id ?? '',
    sessionId: sessions[0]?.sessionId ?? '',
  }
}

type Tenant = Awaited<ReturnType<typeof givenTenant>>
const [mine, theirs] = [await givenTenant(), await givenTenant()]
const nobodys = { surveyId: randomUUID(), sessionId: randomUUID() }

/** What each call of clients may name, of an organisation. A new call has to be listed: until it is, this fails. */
const naming: Record<string, (of: Pick<Tenant, 'surveyId' | 'sessionId'>) => object> = {
  'clients.endSession': ({ sessionId: id }) => ({ id }),
  'clients.getSurvey': ({ surveyId: id }) => ({ id }),
  'clients.getCrossTab': ({ surveyId: id }) => ({ id, rows: 1, columns: 3 }),
  'clients.getTables': ({ surveyId: id }) => ({ id, breaks: '3' }),
  'clients.downloadTables': ({ surveyId: id }) => ({ id, breaks: '3' }),
  'clients.getProgress': ({ surveyId: id }) => ({ id }),
  'clients.getResults': ({ surveyId: id }) => ({ id }),
  'clients.listComments': ({ surveyId }) => ({ surveyId }),
  'clients.writeComment': ({ surveyId }) => ({ surveyId, text: 'Mine?' }),
  'clients.getDatasets': ({ surveyId: id }) => ({ id }),
  'clients.downloadDataset': ({ surveyId: id }) => ({ id }),
  'clients.describeDataset': ({ surveyId: id }) => ({ id }),
  'clients.listDisputes': ({ surveyId: id }) => ({ id }),
  'clients.disputeRespondent': ({ surveyId }) => ({
    surveyId,
    respondent: '0123456789abcdef',
    reason: 'Copied',
  }),
  'clients.listQuotes': ({ surveyId: id }) => ({ id }),
  'clients.acceptQuote': ({ surveyId }) => ({ surveyId, version: 1 }),
  'clients.acceptDataset': ({ surveyId }) => ({ surveyId, hash: theirs.hash }),
}
/** Calls that name nothing: they answer about the caller's own organisation. */
const own = [
  ...['getMe', 'listSessions', 'listSurveys', 'getStatement', 'setPassword', 'logout'],
  ...['startSecondFactor', 'confirmSecondFactor', 'removeSecondFactor', 'renewRecoveryCodes'],
  ...['exportData', 'deleteAccount'],
].map((name) => `clients.${name}`)
const procedures = listProcedures().filter(({ path }) => procedureAccess[path] === 'client')

test('every call of clients is tried with what belongs to another organisation', () => {
  const names = procedures.map(({ path }) => path)
  expect(names.filter((path) => !(path in naming) && !own.includes(path))).toEqual([])
  expect([...Object.keys(naming), ...own].filter((path) => !names.includes(path))).toEqual([])
})

const endpointOf = new Map(listEndpoints().map((endpoint) => [endpoint.procedure, endpoint]))

function callOverRest(path: string, input: Record<string, unknown>, token = mine.token) {
  const endpoint = endpointOf.get(path)
  if (!endpoint) throw new Error(`${path} has no REST address`)
  const { id, surveyId, ...body } = input
  const url = endpoint.url.replace(':id', String(id ?? surveyId))
  const isRead = endpoint.method === 'GET'
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
  )
  return callRest(app, token, {
    method: endpoint.method as RestCall['method'],
    url: isRead && query.size > 0 ? `${url}?${query}` : url,
    ...(isRead ? {} : { body }),
  })
}

const isTimed = ({ path }: { path: string }) => path in naming

test.each(procedures.filter(isTimed))(
  '$path answers about another’s as about nothing',
  async ({ path, type }) => {
    const inputOf = naming[path]
    if (!inputOf) throw new Error(`${path} is not listed`)
    const overTrpc = (input: object) => callTrpc(app, mine.token, { type, path, input })
    const others = await overTrpc(inputOf(theirs))
    expect(others.status).toBe(404)
    expect(others).toEqual(await overTrpc(inputOf(nobodys)))
    const overRest = await callOverRest(path, { ...inputOf(theirs) })
    expect(overRest.status).toBe(404)
    expect(overRest).toEqual(await callOverRest(path, { ...inputOf(nobodys) }))
    if (path === 'clients.endSession') return
    expect((await overTrpc(inputOf(mine))).status, 'and about one’s own it answers').not.toBe(404)
  },
)

test('a cursor of another organisation leads nowhere', async () => {
  const listed = { type: 'query', path: 'clients.listComments' } as const
  const input = { surveyId: mine.surveyId, after: theirs.commentId }
  expect((await callTrpc(app, mine.token, { ...listed, input })).body).toEqual([])
})

test.each(['getMe', 'listSessions', 'listSurveys', 'getStatement', 'exportData'])(
  '%s says nothing of another organisation',
  async (name) => {
    const { status, body } = await callTrpc(app, mine.token, {
      type: 'query',
      path: `clients.${name}`,
      input: {},
    })
    expect(status).toBe(200)
    const said = JSON.stringify(body)
    for (const secret of [theirs.clientId, theirs.userId, theirs.email, theirs.surveyId, theirs.sessionId]) {
      expect(said).not.toContain(secret)
    }
  },
)

/** All that a link to one survey opens. A new call is refused to it until it is listed here, and declares so. */
const byLink = [
  ...['getMe', 'logout', 'listSurveys', 'getSurvey', 'getProgress', 'getResults', 'getCrossTab'],
  ...['getTables', 'downloadTables'],
  ...['listComments', 'getDatasets', 'downloadDataset', 'describeDataset'],
].map((name) => `clients.${name}`)

/** What calls that name no survey are asked with. */
const inputs: Record<string, object> = {
  'clients.setPassword': { newPassword: 'three quiet herons' },
  'clients.confirmSecondFactor': { code: '123456' },
  'clients.removeSecondFactor': { password: 'three quiet herons', code: '123456' },
  'clients.renewRecoveryCodes': { password: 'three quiet herons', code: '123456' },
  'clients.startSecondFactor': { password: 'three quiet herons' },
  'clients.deleteAccount': { email: mine.email },
}
const inputFor = (path: string, of: Pick<Tenant, 'surveyId' | 'sessionId'>) =>
  naming[path]?.(of) ?? inputs[path] ?? {}

test.each(procedures)('a link to one survey opens $path or is refused, as listed', async ({ path, type }) => {
  const { token } = await givenClientSession(deps, mine.userId, mine.surveyId)
  const input = inputFor(path, mine)
  const overTrpc = await callTrpc(app, token, { type, path, input })
  const overRest = path === 'clients.logout' ? overTrpc : await callOverRest(path, { ...input }, token)
  const isOpen = byLink.includes(path)
  expect([overTrpc.status === 403, overRest.status === 403]).toEqual([!isOpen, !isOpen])
  if (isOpen) expect([overTrpc.status, overRest.status]).toEqual([200, 200])
})

test.each(procedures.filter(({ path }) => byLink.includes(path) && path in naming))(
  'a link to one survey opens no other survey of its organisation: $path',
  async ({ path, type }) => {
    const surveyId = await givenSurvey(deps.db)
    await assignClientSurvey(deps, finance, { clientId: mine.clientId, surveyId })
    const { token } = await givenClientSession(deps, mine.userId, mine.surveyId)
    const input = inputFor(path, { surveyId, sessionId: mine.sessionId })
    expect((await callTrpc(app, token, { type, path, input })).status).toBe(404)
    expect((await callOverRest(path, { ...input }, token)).status).toBe(404)
  },
)

test('a link to one survey says no price, no other survey and no device', async () => {
  const surveyId = await givenSurvey(deps.db)
  await assignClientSurvey(deps, finance, { clientId: mine.clientId, surveyId })
  const { token } = await givenClientSession(deps, mine.userId, mine.surveyId)
  const read = (path: string, input: object) => callTrpc(app, token, { type: 'query', path, input })
  const [list, one] = [
    await read('clients.listSurveys', {}),
    await read('clients.getSurvey', { id: mine.surveyId }),
  ]
  expect(list.body).toEqual([one.body])
  expect(one.body).toMatchObject({ id: mine.surveyId, priceCents: null })
})
