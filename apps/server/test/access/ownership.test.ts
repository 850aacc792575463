import { randomBytes } from 'node:crypto'
import { givenStaff } from '@chuma/core/admin/testing'
import { givenSession } from '@chuma/core/auth/testing'
import { givenPartner } from '@chuma/core/partners/testing'
import { liftPayoutPause, pausePayouts } from '@chuma/core/payouts/pauses'
import { requestWithdrawal } from '@chuma/core/payouts/withdrawals'
import { startSurvey } from '@chuma/core/surveys/surveys'
import { givenSurvey } from '@chuma/core/surveys/testing'
import { cheapPasswords } from '@chuma/core/testing'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp, type RestCall } from '../../src/testing.ts'
import { listProcedures, listRoutes } from '../security/list-routes.ts'
import { procedureAccess } from './expectations.ts'
import { fingerprint } from './fingerprint.ts'
import { procedureOf } from './routes.ts'

const testApp = await createTestApp()
const { app, db, deps } = testApp
afterAll(testApp.close)

const PASSWORD = 'maji-safi-9'
const mine = await testApp.member()
const theirs = await testApp.member({ points: 100 })
const myStaff = await givenStaff(deps)
const theirStaff = await givenStaff(deps)

let numbers = 1000

/** Each makes something that is theirs, and returns the id that calls name it by. */
const owned = {
  session: async () => {
    const { tokenHash } = await givenSession(db, theirs.memberId)
    return findId(db, sql`select session_id as id from session where token_hash = ${tokenHash}`)
  },
  'begun survey': async () => {
    const surveyId = await givenSurvey(db)
    const call = { type: 'mutation', path: 'surveys.startSurvey', input: { surveyId } } as const
    return String((await callTrpc(app, theirs.token, call)).body.id)
  },
  click: async () => {
    const { partnerId } = await givenPartner(db)
    const surveyId = await givenSurvey(db, { kind: 'external', partnerId })
    await startSurvey(deps, theirs, { surveyId })
    return findId(db, sql`select click_id as id from click where survey_id = ${surveyId}`)
  },
  'pause of payouts': async () => {
    const wish = { memberId: theirs.memberId, reason: 'Because' }
    // A member has at most one pause at a time.
    await liftPayoutPause(deps, myStaff.actor, wish).catch(() => {})
    return (await pausePayouts(deps, myStaff.actor, wish)).id
  },
  withdrawal: async () => {
    await liftPayoutPause(deps, myStaff.actor, { memberId: theirs.memberId, reason: 'Done' }).catch(() => {})
    const mpesaNumber = `25471299${++numbers}`
    const wish = { withdrawalMethod: 'mpesa' as const, pointsToWithdraw: 1, mpesaNumber }
    return (await requestWithdrawal(deps, theirs, { ...wish, idempotencyKey: undefined })).id
  },
  passkey: async () => {
    const { memberId } = theirs
    const passwordHash = await cheapPasswords.hash(PASSWORD)
    for (const each of [mine, theirs]) {
      await db.updateTable('member').set({ passwordHash }).where('memberId', '=', each.memberId).execute()
    }
    return findId(
      db,
      sql`insert into member_passkey (member_id, credential_id, public_key, sign_count, transports, name)
        values (${memberId}, ${randomBytes(16)}, '\\x02', 0, '{}', 'A key') returning passkey_id as id`,
    )
  },
  'staff session': () =>
    findId(db, sql`select session_id as id from staff_session where staff_id = ${theirStaff.id}`),
  'staff passkey': () =>
    findId(
      db,
      sql`insert into staff_passkey (staff_id, credential_id, public_key, sign_count, transports, name)
        values (${theirStaff.id}, '\\x01', '\\x02', 0, '{}', 'A key') returning passkey_id as id`,
    ),
}

type Owned = keyof typeof owned
/** `nobody’s`: the id names nothing of a member's, and what the call stores belongs to the caller. */
type Ownership = Owned | 'nobody’s'

const procedureIds: Record<string, Ownership> = {
  'account.endSession': 'session',
  // Names the credential that the browser has just created.
  'account.confirmPasskey': 'nobody’s',
  'account.removePasskey': 'passkey',
  'surveys.getSurvey': 'nobody’s',
  'surveys.startSurvey': 'nobody’s',
  'surveys.saveAnswer': 'nobody’s',
  'surveys.completeSurvey': 'nobody’s',
  'surveys.completeUserSurvey': 'begun survey',
  'surveys.rateSurvey': 'nobody’s',
  'surveys.appealSurvey': 'begun survey',
  'tasks.openTask': 'nobody’s',
  'tasks.watchVideo': 'nobody’s',
  'tasks.clickAd': 'nobody’s',
  'tasks.submitProof': 'nobody’s',
  'tasks.openLink': 'nobody’s',
  'partners.openClaim': 'click',
  'wallet.appealPayoutPause': 'pause of payouts',
  'wallet.cancelWithdrawal': 'withdrawal',
  'admin.endSession': 'staff session',
  // Names the credential that the browser has just created.
  'admin.confirmPasskey': 'nobody’s',
  'admin.removePasskey': 'staff passkey',
}
/** Bodies that calls need beside the id. */
const bodies: Record<string, object> = {
  'surveys.appealSurvey': { appeal: 'I read every question.' },
  'wallet.appealPayoutPause': { appeal: 'The other account is my sister’s.' },
  'account.removePasskey': { password: PASSWORD },
}

async function findId(on: Db, query: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await query.execute(on)
  return (rows as { id: string }[])[0]?.id ?? ''
}

const isForOneself = (access: string | undefined) =>
  access === 'member' || access === 'premium' || access?.endsWith('staff account')
const advice = 'test/access/ownership.test.ts: say whose the thing is that this call names'

/** List the fields of an input that name a thing. */
function listIdFields(inputs: unknown[]): string[] {
  const shape = (inputs[0] as { shape?: object } | undefined)?.shape ?? {}
  return Object.keys(shape).filter((field) => /^id$|Id$/.test(field) && field !== 'questionId')
}

const procedures = listProcedures().filter(
  ({ path, inputs }) => isForOneself(procedureAccess[path]) && listIdFields(inputs).length > 0,
)
/** The routes with an id in their path that call these procedures. */
const routes = listRoutes(app)
  .flatMap(({ path, methods }) => methods.map((method) => ({ method, path, name: `${method} ${path}` })))
  .flatMap((route) => {
    const procedure = procedureOf(route.name) ?? ''
    return procedure in procedureIds && route.path.includes('/:') ? [{ ...route, procedure }] : []
  })

test('every call that takes an id says who owns what it names', () => {
  expect(
    procedures.map(({ path }) => path).filter((path) => !(path in procedureIds)),
    advice,
  ).toEqual([])
  expect(Object.keys(procedureIds).filter((path) => !procedures.some((each) => each.path === path))).toEqual(
    [],
  )
  expect(routes.length).toBeGreaterThan(14)
})

const isStaffs = (ownership: Owned) => ownership.startsWith('staff ')
const tokens = {
  stranger: (ownership: Owned) => (isStaffs(ownership) ? myStaff.token : mine.token),
  owner: (ownership: Owned) => (isStaffs(ownership) ? theirStaff.token : theirs.token),
}
const isOwned = (ownership: Ownership | undefined): ownership is Owned =>
  ownership !== undefined && ownership !== 'nobody’s'

type Call = (token: string, id: string) => Promise<{ status: number; body: unknown }>

/** Expect the same answer for another's thing as for a missing one, and that its owner finds it. */
async function expectStranger(ownership: Owned, call: Call) {
  const [id, token] = [await owned[ownership](), tokens.stranger(ownership)]
  // A repeated password is counted, whatever it was for.
  const counted = ownership === 'passkey' ? ['throttle'] : []
  const before = await fingerprint(db, counted)
  const answer = await call(token, id)
  expect(answer).toMatchObject({ status: 404, body: { code: expect.stringMatching(/NOT_FOUND$/) } })
  expect(answer).toEqual(await call(token, '00000000-0000-4000-8000-000000000000'))
  expect(await fingerprint(db, counted)).toEqual(before)
  expect((await call(tokens.owner(ownership), id)).status).not.toBe(404)
}

test.each(
  procedures.flatMap((procedure) => {
    const ownership = procedureIds[procedure.path]
    return isOwned(ownership) ? [[procedure.path, ownership, procedure] as const] : []
  }),
)('%s with the %s of someone else finds and changes nothing', async (path, ownership, { type, inputs }) => {
  const [field = 'id'] = listIdFields(inputs)
  await expectStranger(ownership, (token, id) =>
    callTrpc(app, token, { type, path, input: { ...bodies[path], [field]: id } }),
  )
})

test.each(
  routes.flatMap((route) => {
    const ownership = procedureIds[route.procedure]
    return isOwned(ownership) ? [[route.name, ownership, route] as const] : []
  }),
)(
  '%s with the %s of someone else finds and changes nothing',
  async (_name, ownership, { method, path, procedure }) => {
    await expectStranger(ownership, (token, id) => {
      const url = path.replace(/:\w+/, id)
      const body = bodies[procedure]
      return callRest(app, token, { method: method as RestCall['method'], url, ...(body && { body }) })
    })
  },
)

test('what a member reads names nothing of another member', async () => {
  const busy = await testApp.member({ points: 7 })
  await callTrpc(app, busy.token, {
    type: 'mutation',
    path: 'wallet.requestWithdrawal',
    input: { pointsToWithdraw: 2, withdrawalMethod: 'mpesa', mpesaNumber: '0711222333' },
  })
  const traces = [busy.memberId, busy.email, '254711222333']
  const reads = listProcedures().filter(
    ({ path, type }) => type === 'query' && procedureAccess[path] === 'member',
  )
  for (const { path } of reads) {
    const { body } = await callTrpc(app, mine.token, { type: 'query', path, input: {} })
    for (const trace of traces) expect(`${path} ${JSON.stringify(body)}`).not.toContain(trace)
  }
})
