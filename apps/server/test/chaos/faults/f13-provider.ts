import { randomBytes, randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type BehaviourName, behaviours } from '@chuma/mpesa/simulator/behaviours'
import { call } from '../call.ts'
import type { Fault } from '../fault.ts'
import type { Member } from '../members.ts'
import type { Site } from '../open-site.ts'
import { waitUntil } from '../wait-until.ts'

/** Late, twice, too early, never, contradictory, out of order; paid silently, and not paid silently. */
const MISCHIEF: readonly BehaviourName[] = [
  'slow',
  'no-callback',
  'callback-twice',
  'callback-first',
  'timeout-paid',
  'timeout-unpaid',
  'queue-timeout-then-success',
  'queue-timeout-only',
  'success-then-failure',
  'result-then-timeout',
  'reset',
  'error-500',
  'error-503-unpaid',
  'reply-truncated',
  'callback-html',
  'receiver-unregistered',
]

type Row = { id: string; status: string; state: string | null; number: string; receipt: string | null }

export const provider: Fault = {
  id: 'F13',
  title: `M-Pesa misbehaves in ${MISCHIEF.length} ways; its callbacks are repeated, contradicted and forged`,
  bar: 'each withdrawal is paid once or known not to be, and no forged callback is believed',
  strike: async (site) => {
    const receivers = await site.members.make(MISCHIEF.map((name) => behaviours[name].suffix))
    const ids = await Promise.all(receivers.map((member) => orderPayout(site, member)))
    const list = () =>
      site.cluster.query<Row>(
        `select withdrawal_id as id, status, payout_state as state, mpesa_number as number, receipt
          from withdrawal where withdrawal_id = any($1::uuid[])`,
        [ids],
      )
    const hasMoney = ({ number }: Row) =>
      site.simulator.ledger().payments.some(({ msisdn }) => msisdn === number)
    // A payment that was never made and never refused stays unknown until staff have looked.
    const isSettled = (row: Row) =>
      hasMoney(row) ? row.status === 'paid' : /^(failed|needs_review|unknown)$/.test(row.state ?? '')
    await waitUntil(async () => (await list()).every(isSettled), {
      what: 'an end of every payout',
      withinMs: 120_000,
      everyMs: 500,
    }).catch(() => undefined)
    const before = await list()
    await repeatAndForge(site, new Set(before.map(({ number }) => number)))
    await delay(3000)
    const after = await list()
    return { notes: [countStates(after)], complaints: compare(site, before, after) }
  },
}

async function orderPayout({ webPort, staffToken }: Site, member: Member): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const asMember = { port: webPort, agent, token: member.token, address: member.address, method: 'POST' }
  await call({ ...asMember, path: '/api/daily-login' })
  const body = { withdrawalMethod: 'mpesa', pointsToWithdraw: 3, mpesaNumber: member.mpesaNumber }
  const asked = await call({ ...asMember, path: '/api/withdrawals', body, key: randomUUID() })
  const { id } = JSON.parse(asked.text) as { id: string }
  const approval = { port: webPort, agent, token: staffToken, method: 'PUT' }
  await call({
    ...approval,
    path: `/api/admin/withdrawals/${id}`,
    body: { status: 'approved', adminNotes: '' },
  })
  agent.destroy()
  return id
}

/** Repeat and forge callbacks to the right address, which only the provider knows, and to an invented one. */
async function repeatAndForge({ simulator, webPort }: Site, numbers: ReadonlySet<string>): Promise<void> {
  for (const { originatorConversationId, msisdn, status } of simulator.orders()) {
    if (!numbers.has(msisdn)) continue
    for (const kind of ['result', 'result', 'queue-timeout', 'html'] as const) {
      simulator.deliver({ originatorConversationId, kind })
    }
    if (status === 'Completed') simulator.deliver({ originatorConversationId, kind: 'failure' })
  }
  const invented = { Result: { ResultCode: 0, TransactionID: 'FORGED0001', ConversationID: 'AG_1' } }
  for (const letter of ['r', 't', 'q']) {
    await fetch(`http://127.0.0.1:${webPort}/hooks/d/${letter}/${randomBytes(16).toString('hex')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(invented),
    })
  }
}

function compare({ simulator }: Site, before: readonly Row[], after: readonly Row[]): string[] {
  const complaints: string[] = []
  for (const row of after) {
    const sent = simulator.ledger().payments.filter(({ msisdn }) => msisdn === row.number)
    const name = MISCHIEF.find((one) => row.number.endsWith(behaviours[one].suffix))
    if (sent.length > 1) complaints.push(`${name}: paid ${sent.length} times`)
    if (row.status === 'paid' && sent[0]?.receipt !== row.receipt)
      complaints.push(`${name}: paid without money`)
    if (row.state === 'failed' && sent.length > 0) complaints.push(`${name}: money left, booked as failed`)
    if (sent.length === 0 && row.status === 'paid') complaints.push(`${name}: paid and no money left`)
    if (row.status === 'approved' && !/^(failed|needs_review|unknown)$/.test(row.state ?? ''))
      complaints.push(`${name}: still ${row.state}`)
    const earlier = before.find(({ id }) => id === row.id)
    if (earlier?.status === 'paid' && row.status !== 'paid')
      complaints.push(`${name}: was paid, is ${row.status}`)
  }
  return complaints
}

function countStates(rows: readonly Row[]): string {
  const counts = new Map<string, number>()
  for (const { status, state } of rows) {
    const name = status === 'approved' ? `${state}` : status
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ')
}
