import { givenSurvey } from '@chuma/core/surveys/testing'
import { callRest, type createTestApp, type RestCall, type TrpcCall } from '../../src/testing.ts'

export type World = Awaited<ReturnType<typeof createWorld>>
export type Calls = { rest: RestCall; trpc: TrpcCall; token?: string | undefined }
export type Case = [name: string, status: number, calls: (world: World) => Calls]

let numbers = 0

/** Each door gets its own member, survey and withdrawal, so that what one does cannot colour what the other answers. */
export async function createWorld(testApp: Awaited<ReturnType<typeof createTestApp>>) {
  const { app, db } = testApp
  const member = await testApp.member({ points: 50 })
  const surveyId = await givenSurvey(db)
  const mpesaNumber = `07${String(20_000_000 + numbers++)}`
  const asked = await callRest(app, member.token, {
    method: 'POST',
    url: '/api/withdrawals',
    body: { pointsToWithdraw: 2, withdrawalMethod: 'mpesa', mpesaNumber },
  })
  return { member, surveyId, mpesaNumber, withdrawalId: asked.body.id as string }
}

export const signup = {
  firstName: 'Ann',
  lastName: 'Bee',
  password: 'secret-9',
  confirmPassword: 'secret-9',
  country: 'Kenya',
}
export const letter = {
  name: 'Ann Bee',
  email: 'ann@example.com',
  subject: 'A late payout',
  message: 'It has been two days.',
}
export const unique = () => `p${numbers++}@example.com`

export const read = (url: string, path: string, input?: object) => (world: World) => ({
  rest: { method: 'GET' as const, url },
  trpc: { type: 'query' as const, path, input },
  token: world.member.token,
})
export const write =
  (
    url: string,
    path: string,
    body: unknown,
    options: { method?: RestCall['method']; input?: unknown; token?: string | null } = {},
  ) =>
  (world: World): Calls => ({
    rest: { method: options.method ?? 'POST', url, body },
    trpc: { type: 'mutation', path, input: options.input ?? body },
    token: options.token === null ? undefined : (options.token ?? world.member.token),
  })

export function decide(id: string, body: object, token: string): Calls {
  return write(`/api/admin/withdrawals/${id}`, 'admin.decideWithdrawal', body, {
    method: 'PUT',
    input: { ...body, id },
    token,
  })({} as World)
}
