import pages from '../page-calls.json' with { type: 'json' }
import type { Call } from './load.ts'
import type { Person } from './people.ts'

export type Door = { name: string; isRead: boolean; call: (person: Person) => Call }

const [, DASHBOARD = ''] = pages['/dashboard'].calls

const typed = (path: string, input?: object) => {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify({ json: input }))}` : ''
  return `/trpc/${path}${query}`
}

const withdrawal = ({ mpesaNumber }: Person) => ({
  withdrawalMethod: 'mpesa',
  pointsToWithdraw: 2,
  mpesaNumber,
})

const get = (path: string) => (person: Person) => ({
  method: 'GET' as const,
  path,
  headers: { authorization: `Bearer ${person.token}` },
})

const post = (path: string, body: (person: Person) => object | undefined) => (person: Person) => {
  const content = body(person)
  return {
    method: 'POST' as const,
    path,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    ...(content ? { body: JSON.stringify(content) } : {}),
  }
}

export const readDoors: readonly Door[] = [
  { name: 'the dashboard’s batch, tRPC', call: get(`/trpc/${DASHBOARD}?batch=1&input=%7B%7D`) },
  { name: 'survey list, tRPC', call: get(typed('surveys.listSurveys', {})) },
  { name: 'survey list, REST', call: get('/api/surveys') },
  { name: 'wallet history, tRPC', call: get(typed('wallet.listActivity', {})) },
  { name: 'wallet history, REST', call: get('/api/activity') },
].map((door) => ({ ...door, isRead: true }))

export const writeDoors: readonly Door[] = [
  {
    name: 'withdrawal request, tRPC',
    call: post('/trpc/wallet.requestWithdrawal', (person) => ({ json: withdrawal(person) })),
  },
  { name: 'withdrawal request, REST', call: post('/api/withdrawals', withdrawal) },
  { name: 'daily claim, tRPC', call: post('/trpc/tasks.claimDailyLogin', () => undefined) },
  { name: 'daily claim, REST', call: post('/api/daily-login', () => undefined) },
].map((door) => ({ ...door, isRead: false }))
