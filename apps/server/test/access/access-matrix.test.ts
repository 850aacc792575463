import { describeFailure } from '@chuma/api/language/words'
import { listProcedureMeta } from '@chuma/api/list-endpoints'
import { PERMISSIONS } from '@chuma/contract/admin/permissions'
import { errorTable, type Failure } from '@chuma/contract/errors'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp, type RestCall } from '../../src/testing.ts'
import { listProcedures, listRoutes } from '../security/list-routes.ts'
import type { Access } from './access.ts'
import { listCallers, type MatrixCaller } from './callers.ts'
import { chooseCallers, chooseInTurn, chooseOfEachAnswer } from './choose-callers.ts'
import { CRITICAL_CALLS, CRITICAL_FOR_KEYS } from './critical-calls.ts'
import { procedureAccess } from './expectations.ts'
import { expectedRefusal } from './expected-answer.ts'
import { ROLES_ALLOWED } from './roles-allowed.ts'
import { accessOfRoute, PUBLIC_ROUTES, procedureOf } from './routes.ts'
import { listStrictCallers } from './strict-callers.ts'

const open = await createTestApp()
const strict = await createTestApp({
  accounts: { isVerificationRequired: true, isSecondFactorRequired: true },
})
afterAll(() => Promise.all([open.close(), strict.close()]))
const worlds = [
  { app: open.app, callers: await listCallers(open), chooseAgain: chooseOfEachAnswer },
  { app: strict.app, callers: await listStrictCallers(strict), chooseAgain: chooseInTurn },
]

const procedures = listProcedures()
const routes = listRoutes(open.app)
  .filter(({ path }) => !path.startsWith('/trpc/'))
  .flatMap(({ path, methods }) =>
    methods.filter((method) => method !== 'HEAD').map((method) => ({ method, path })),
  )
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

const advice = 'test/access/expectations.ts: say who may make these calls'

test('every procedure has an expectation, and every expectation a procedure', () => {
  expect(
    procedures.map(({ path }) => path).filter((path) => !(path in procedureAccess)),
    advice,
  ).toEqual([])
  expect(
    Object.keys(procedureAccess).filter((path) => !procedures.some((procedure) => procedure.path === path)),
  ).toEqual([])
})

test('every route calls a procedure or is listed as public, and every listed one exists', () => {
  const names = routes.map(nameOf)
  expect(names.filter(procedureOf).length).toBeGreaterThan(190)
  expect(names.filter((name) => !accessOfRoute(name))).toEqual([])
  expect(PUBLIC_ROUTES.filter((name) => !names.includes(name) || procedureOf(name))).toEqual([])
})

test('every mutation of staff says how much harm it can do, and no other call does', () => {
  const mutations = new Set(procedures.filter(({ type }) => type === 'mutation').map(({ path }) => path))
  const staffs = listProcedureMeta().filter(({ access }) => access?.side === 'staff')
  expect(staffs.length).toBeGreaterThan(100)
  const unclassified = staffs.filter(({ name, risk }) => mutations.has(name) && risk === undefined)
  expect(unclassified.map(({ name }) => name)).toEqual([])
  const others = listProcedureMeta().filter(({ access, risk }) => access?.side !== 'staff' && risk)
  expect(others.map(({ name }) => name)).toEqual([])
})

/** The expectation that a guard's declaration amounts to. Premium is a rule of the call, behind the guard of members. */
function nameDeclared({ access }: ReturnType<typeof listProcedureMeta>[number]): string {
  if (!access) return 'public'
  if (access.side !== 'staff') return access.side
  return access.permission ?? (ADMITTING[access.admit.name] || access.admit.name)
}

const ADMITTING: Record<string, Access> = {
  requireNewStaffPerson: 'new staff person',
  requireStaffPerson: 'staff person',
  requireNewStaffAccount: 'new staff account',
  requireStaffAccount: 'staff account',
}

test('every procedure declares the guard that is expected of it', () => {
  const expected = Object.entries(procedureAccess).map(([path, access]) => [
    path,
    access === 'premium' ? 'member' : access,
  ])
  const declared = listProcedureMeta().map((meta) => [meta.name, nameDeclared(meta)])
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(expected))
})

test('exactly the listed calls need a proof that is minutes old', () => {
  const critical = listProcedureMeta().filter(
    ({ risk, provedBy }) => risk === 'critical' && provedBy !== 'input',
  )
  expect(critical.map(({ name }) => name).sort()).toEqual([...CRITICAL_CALLS].sort())
})

test('every permission lists the roles that have it', () => {
  expect(Object.keys(ROLES_ALLOWED).sort()).toEqual([...PERMISSIONS].sort())
})

const anyId = '00000000-0000-4000-8000-000000000000'

/** Premium is checked after the input is parsed, so the input has to be well-formed. */
const inputs: Record<string, object> = {
  'tasks.submitQuiz': { answers: {} },
  'tasks.listProvenTasks': { kind: 'social' },
  'tasks.openTask': { id: anyId },
  'tasks.watchVideo': { id: anyId },
  'tasks.clickAd': { id: anyId, timeSpent: 20 },
}
const bodies: Record<string, object> = {
  'POST /api/quiz/submit': { answers: {} },
  'POST /api/ad-tasks/:id/click': { timeSpent: 20 },
}

type Answer = { status: number; body: unknown }
type Call = (app: FastifyInstance, token: string | undefined) => Promise<Answer>

const REFUSALS = [
  'NOT_SIGNED_IN',
  'FORBIDDEN',
  'SECOND_FACTOR_MISSING',
  'STEP_UP_REQUIRED',
  'PREMIUM_REQUIRED',
] as const

/** What a refusal says: a missing session has three reasons. */
function textsOf(code: (typeof REFUSALS)[number]): string[] {
  const reasons = code === 'NOT_SIGNED_IN' ? [{}, { why: 'ended' }, { why: 'otherSide' }] : [{}]
  return reasons.map((params) => describeFailure('en', { code, params } as Failure).message)
}

/** The code of a refusal; null for any other answer. One call answers in plain text. */
function readRefusal({ status, body }: Answer): string | null {
  const text = typeof body === 'string' ? body : null
  const code = text === null ? (body as { code?: unknown } | null)?.code : null
  const found = REFUSALS.find(
    (refusal) =>
      errorTable[refusal].status === status &&
      (code === refusal || (text !== null && textsOf(refusal).includes(text))),
  )
  return found ?? null
}

let doors = 0
const tried = new Set<string>()

/** Whether this is the first procedure behind its guard. Premium has none of its own: each call has to ask for it. */
function isFirstBehindGuard(access: Access, procedure: string): boolean {
  if (access === 'premium') return true
  const guard = `${access} ${CRITICAL_CALLS.has(procedure)} ${CRITICAL_FOR_KEYS.has(procedure)}`
  const isFirst = !tried.has(guard)
  tried.add(guard)
  return isFirst
}

/** `isAgain`: the same guard was tried at another door. */
type Door = { access: Access; procedure?: string | undefined; isAgain: boolean }

async function findMismatches({ access, procedure, isAgain }: Door, call: Call): Promise<string[]> {
  doors += 1
  const mismatches: string[] = []
  const check = async (app: FastifyInstance, { name, who, token }: MatrixCaller) => {
    const answer = await call(app, await token())
    const [expected, got] = [expectedRefusal(access, who, procedure), readRefusal(answer)]
    if (got !== expected || answer.status >= 500) {
      mismatches.push(`${name}: ${expected ?? 'let in'}, got ${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }
  for (const { app, callers, chooseAgain } of worlds) {
    const choose = isAgain ? chooseAgain : chooseCallers
    for (const caller of choose(callers, { access, turn: doors, procedure })) await check(app, caller)
  }
  return mismatches
}

test.each(
  procedures.flatMap(({ path, type }) => {
    const access = procedureAccess[path]
    return access ? [[path, access, type] as const] : []
  }),
)('%s is for %s alone', async (path, access, type) => {
  const call: Call = (app, token) => callTrpc(app, token, { type, path, input: inputs[path] ?? {} })
  const isAgain = !isFirstBehindGuard(access, path)
  expect(await findMismatches({ access, procedure: path, isAgain }, call)).toEqual([])
})

test.each(
  routes.flatMap((route) => {
    const access = accessOfRoute(nameOf(route))
    return access ? [[nameOf(route), access, route] as const] : []
  }),
)('%s is for %s alone', async (name, access, { method, path }) => {
  const url = path.replace(':token', '0'.repeat(64)).replace(/:\w+/g, anyId).replace('*', 'none')
  const call: Call = (app, token) =>
    callRest(app, token, {
      method: method as RestCall['method'],
      url,
      ...(method === 'GET' ? {} : { body: bodies[name] ?? {} }),
    })
  const procedure = procedureOf(name)
  const isAgain = procedure !== undefined
  expect(await findMismatches({ access, procedure, isAgain }, call)).toEqual([])
})
