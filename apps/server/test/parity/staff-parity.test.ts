import { suspendMember } from '@chuma/core/account/members/suspend-member'
import { createApiKey } from '@chuma/core/admin/keys/create-api-key'
import { startSecondFactor } from '@chuma/core/admin/staff/start-second-factor'
import { givenSecondFactor, givenStaff, STAFF_PASSWORD, showCode } from '@chuma/core/admin/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp, type RestCall, type TrpcCall } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, deps } = testApp
afterAll(testApp.close)

type Prepared = { token: string | undefined; rest: RestCall; trpc: TrpcCall }
type Case = [name: string, status: number, prepare: () => Promise<Prepared>]

const reader = await givenStaff(deps)
const reading = (url: string, name: string, token = reader.token) => ({
  token,
  rest: { method: 'GET' as const, url: `/api/admin/${url}` },
  trpc: { type: 'query' as const, path: `admin.${name}` },
})

type Change = {
  url: string
  name: string
  method?: RestCall['method']
  token?: string | undefined
  body?: object
  /** What stands in the path over REST. */
  inPath?: object
}
function changing({ url, name, method = 'POST', token, body, inPath }: Change): Prepared {
  const input = body || inPath ? { ...inPath, ...body } : undefined
  return {
    token,
    rest: { method, url: `/api/admin/${url}`, ...(body ? { body } : {}) },
    trpc: { type: 'mutation', path: `admin.${name}`, ...(input ? { input } : {}) },
  }
}
const asOwner = async (change: Change) => changing({ token: (await givenStaff(deps)).token, ...change })

const toStaff = async (act: string, name: string, body?: object) => {
  const { id } = await givenStaff(deps)
  const method = act === 'role' ? 'PUT' : 'POST'
  return asOwner({ url: `staff/${id}/${act}`, name, method, inPath: { id }, ...(body ? { body } : {}) })
}
const toMember = async (act: string, name: string, body?: object) => {
  const { memberId } = await testApp.member()
  const method = act === 'role' ? 'PUT' : 'POST'
  return asOwner({
    url: `users/${memberId}/${act}`,
    name,
    method,
    inPath: { memberId },
    ...(body ? { body } : {}),
  })
}
const nobody = '00000000-0000-4000-8000-000000000000'
const newPassword = (password: string) => ({ newPassword: password, confirmPassword: password })

async function withBoth(url: string, name: string, replaced: object = {}) {
  const { token, password, secret } = await givenSecondFactor(deps)
  return changing({ url, name, token, body: { password, code: showCode(secret), ...replaced } })
}
async function logIn(replaced: object, isSecured = false) {
  const staff = isSecured ? await givenSecondFactor(deps) : await givenStaff(deps)
  const { username, password } = staff
  return changing({ url: 'login', name: 'login', body: { username, password, ...replaced } })
}
const wish = () => ({
  name: crypto.randomUUID(),
  permissions: ['stats:read' as const],
  expiresInDays: 1,
  password: STAFF_PASSWORD,
})

const cases: Case[] = [
  ['staff log-in', 200, () => logIn({})],
  ['staff log-in with a wrong password', 401, () => logIn({ password: 'x' })],
  ['staff log-in without its code', 401, () => logIn({}, true)],
  ['staff log-in with a wrong code', 401, () => logIn({ code: '000000' }, true)],
  ['staff log-in with no code at all', 400, () => logIn({ code: 'x' })],
  ['staff log-out', 200, () => asOwner({ url: 'logout', name: 'logout' })],
  ['staff log-out, signed out', 401, async () => changing({ url: 'logout', name: 'logout' })],
  ...(
    [
      ['a new password', 200, { currentPassword: STAFF_PASSWORD, ...newPassword('a-longer-staff-password') }],
      [
        'a new password with a wrong one',
        403,
        { currentPassword: 'x', ...newPassword('a-longer-staff-password') },
      ],
      ['a short new password', 400, { currentPassword: STAFF_PASSWORD, ...newPassword('fourteen-chars') }],
    ] as const
  ).map(
    ([name, status, body]): Case => [
      name,
      status,
      () => asOwner({ url: 'password', name: 'changePassword', method: 'PUT', body }),
    ],
  ),
  [
    'a second factor begun',
    200,
    () => asOwner({ url: 'second-factor', name: 'startSecondFactor', body: { password: STAFF_PASSWORD } }),
  ],
  [
    'a second factor turned on',
    200,
    async () => {
      const { token, caller, password } = await givenStaff(deps)
      const { secret } = await startSecondFactor(deps, caller, { password })
      const body = { code: showCode(secret) }
      return changing({ url: 'second-factor/confirm', name: 'confirmSecondFactor', token, body })
    },
  ],
  [
    'a second factor turned on before it was begun',
    404,
    () => asOwner({ url: 'second-factor/confirm', name: 'confirmSecondFactor', body: { code: '000000' } }),
  ],
  ['a second factor removed', 200, () => withBoth('second-factor/remove', 'removeSecondFactor')],
  [
    'a second factor removed with a wrong code',
    400,
    () => withBoth('second-factor/remove', 'removeSecondFactor', { code: '000000' }),
  ],
  ['new recovery codes', 200, () => withBoth('second-factor/recovery-codes', 'renewRecoveryCodes')],
  [
    'a session that is not there, ended',
    404,
    () =>
      asOwner({ url: `sessions/${nobody}`, name: 'endSession', method: 'DELETE', inPath: { id: nobody } }),
  ],
  [
    'a staff account made',
    201,
    () =>
      asOwner({
        url: 'staff',
        name: 'createStaff',
        body: { username: `n${crypto.randomUUID()}`, role: 'finance' },
      }),
  ],
  ['a staff account changed', 200, () => toStaff('role', 'setStaffRole', { role: 'analyst' })],
  ['a staff account given a role that is none', 400, () => toStaff('role', 'setStaffRole', { role: 'king' })],
  ['a staff account disabled', 200, () => toStaff('disable', 'disableStaff')],
  ['an enabled staff account enabled', 409, () => toStaff('enable', 'enableStaff')],
  ['a staff account reset', 200, () => toStaff('reset', 'resetStaff')],
  ['a key made', 201, () => asOwner({ url: 'api-keys', name: 'createApiKey', body: wish() })],
  [
    'a key made that could make keys',
    400,
    () =>
      asOwner({ url: 'api-keys', name: 'createApiKey', body: { ...wish(), permissions: ['keys:manage'] } }),
  ],
  [
    'a key revoked',
    200,
    async () => {
      const { id } = await createApiKey(deps, reader.caller, wish())
      return asOwner({ url: `api-keys/${id}`, name: 'revokeApiKey', method: 'DELETE', inPath: { id } })
    },
  ],
  ['a member made admin', 200, () => toMember('role', 'setMemberRole', { role: 'analyst' })],
  ['a member suspended', 200, () => toMember('suspend', 'suspendMember', { reason: 'Because' })],
  ['a member suspended without a reason', 400, () => toMember('suspend', 'suspendMember', { reason: ' ' })],
  ['a member restored who is not suspended', 409, () => toMember('restore', 'restoreMember')],
  [
    'a member restored',
    200,
    async () => {
      const { memberId } = await testApp.member()
      await suspendMember(deps, reader.actor, { memberId, reason: 'Because' })
      return asOwner({ url: `users/${memberId}/restore`, name: 'restoreMember', inPath: { memberId } })
    },
  ],
  ['a member signed out', 200, () => toMember('end-sessions', 'endMemberSessions')],
]

const MADE_UP = new Set([
  'id',
  'username',
  'email',
  'name',
  'token',
  'password',
  'secret',
  'otpauthUri',
  'createdBy',
])

/** What is made up anew each time differs between two answers by nature; everything else must be the same. */
function comparable(value: unknown, key = ''): unknown {
  if (typeof value === 'string' && (MADE_UP.has(key) || /^\d{4}-\d\d-\d\dT/.test(value))) return typeof value
  if (Array.isArray(value))
    return key === 'recoveryCodes' ? value.length : value.map((each) => comparable(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, comparable(inner, name)]))
}

test.each(cases)('%s answers %i and the same through both doors', async (_name, status, prepare) => {
  const [first, second] = [await prepare(), await prepare()]
  const rest = await callRest(app, first.token, first.rest)
  const trpc = await callTrpc(app, second.token, second.trpc)
  expect(comparable(trpc.body)).toEqual(comparable(rest.body))
  expect([rest.status, trpc.status]).toEqual([status, status === 201 ? 200 : status])
})

test.each([
  ['who I am', reading('me', 'getStaffMember')],
  ['where I am signed in', reading('sessions', 'listSessions')],
  ['who is on the staff', reading('staff', 'listStaff')],
  ['which keys there are', reading('api-keys', 'listApiKeys')],
])('%s is the same through both doors', async (_name, { token, rest, trpc }) => {
  const answer = await callRest(app, token, rest)
  expect(answer.status).toBe(200)
  expect(await callTrpc(app, token, trpc)).toEqual(answer)
})
