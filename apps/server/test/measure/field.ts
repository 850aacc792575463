import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import { createStaff } from '@chuma/core/admin/staff/manage-staff'
import { logInStaff } from '@chuma/core/admin/staff/own-staff-account'
import { openSession } from '@chuma/core/auth/log-in'
import { givenProven, setRule } from '@chuma/core/payouts/automatic/testing'
import { createTestDeps, givenMember } from '@chuma/core/testing'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'

type Places = { db: Db; server: string; bare: string; bareSimulator: string }
type Member = { token: string; memberId: string; mpesaNumber: string }

const CLIENTS = 8
const visitor = { member: null, staff: null, apiKey: null, address: null, userAgent: null }
let requests = 0

/** Create what is measured, and the yardstick of each. All return operations per second. */
export async function createField({ db, server, bare, bareSimulator }: Places) {
  const deps = createTestDeps(db)
  const login = { username: 'measure', password: 'a-long-staff-password' }
  await createStaff(deps, { ...login, role: 'owner' })
  const owner = (await logInStaff(deps, visitor, login)).token
  let members = 0
  await sql`alter table measured_row add column note text`.execute(db)

  async function signIn(count: number): Promise<Member[]> {
    const signedIn: Member[] = []
    for (let turn = 0; turn < count; turn++) {
      const { memberId } = await givenMember(db, { points: 10 })
      const { token } = await db.transaction().execute((trx) => openSession(trx, visitor, { memberId }))
      // Numbers with this ending are paid normally.
      const mpesaNumber = `25471${String(members++).padStart(4, '0')}100`
      signedIn.push({ token, memberId, mpesaNumber })
    }
    return signedIn
  }

  const askHere = (members: readonly Member[]) =>
    timeAll(members, ({ token, mpesaNumber }) =>
      post(`${server}/api/withdrawals`, token, {
        withdrawalMethod: 'mpesa',
        pointsToWithdraw: 2,
        mpesaNumber,
      }),
    )
  const askBare = (members: readonly Member[]) =>
    timeAll(members, ({ memberId }) => post(`${bare}/rows`, '', { memberId, points: 2 }))

  /** Measure from the moment that the queue resumes until the last payment is booked. */
  async function payHere(count: number): Promise<number> {
    await post(`${server}/api/admin/payout-queue/stop`, owner, { reason: 'Measuring' })
    await post(`${server}/api/admin/withdrawals/bulk-approve`, owner, { all: true })
    const before = await countPaid()
    return time(count, async () => {
      await post(`${server}/api/admin/payout-queue/resume`, owner, { note: 'Measuring' })
      while ((await countPaid()) < before + count) await delay(20)
    })
  }
  async function countPaid(): Promise<number> {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from withdrawal where status = 'paid'`.execute(db)
    return rows[0]?.n ?? 0
  }

  /** Pay one after the other, as a worker does: only the order, and a row that says it was sent. */
  async function payBare(count: number): Promise<number> {
    const basic = Buffer.from('key:secret').toString('base64')
    const oauth = await fetch(`${bareSimulator}/oauth/v1/generate?grant_type=client_credentials`, {
      headers: { authorization: `Basic ${basic}` },
    })
    const { access_token: token } = (await oauth.json()) as { access_token: string }
    return time(count, async () => {
      for (let turn = 0; turn < count; turn++) {
        await post(`${bareSimulator}/mpesa/b2c/v3/paymentrequest`, token, bareOrder(bare))
        await sql`insert into measured_row (member_id, points, note) values ('', 2, 'sent')`.execute(db)
      }
    })
  }

  /** Let the owner's rule pay requests that come together. Returns the seconds from each request to its money. */
  async function payByRule(count: number): Promise<number[]> {
    await setRule(db, { ...demoLimits, automaticPayout: 'on', automaticFirstPayouts: true })
    const asking: Member[] = []
    for (let turn = 0; turn < count; turn++) {
      const { memberId, mpesaNumber } = await givenProven(db, deps)
      const { token } = await db.transaction().execute((trx) => openSession(trx, visitor, { memberId }))
      asking.push({ token, memberId, mpesaNumber })
    }
    const before = await countPaid()
    await askHere(asking)
    while ((await countPaid()) < before + count) await delay(100)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from paid_at - requested_at)::float8 as seconds from withdrawal
      where member_id = any(${sql.val(asking.map(({ memberId }) => memberId))}::uuid[])
    `.execute(db)
    return rows.map(({ seconds }) => seconds)
  }
  return { signIn, askHere, askBare, payHere, payBare, payByRule }
}

function bareOrder(bare: string) {
  return {
    OriginatorConversationID: `po_${randomUUID().replaceAll('-', '').slice(0, 16)}`,
    InitiatorName: 'testapi',
    SecurityCredential: Buffer.alloc(256, 7).toString('base64'),
    CommandID: 'BusinessPayment',
    Amount: '10',
    PartyA: '600992',
    PartyB: '254719999100',
    Remarks: 'Yardstick',
    QueueTimeOutURL: `${bare}/sink`,
    ResultURL: `${bare}/sink`,
    Occassion: 'Yardstick',
  }
}

/** Each request comes from its own address, so that limits do not affect the measurement. */
async function post(url: string, token: string, body: object): Promise<void> {
  requests += 1
  const address = [10, requests >> 16, (requests >> 8) & 255, requests & 255].join('.')
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': address,
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
}

async function timeAll<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<number> {
  const waiting = [...items]
  const client = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await run(item)
  }
  return time(items.length, () => Promise.all(Array.from({ length: CLIENTS }, client)))
}

async function time(count: number, run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return (count * 1000) / (performance.now() - began)
}
