import { setTimeout as sleep } from 'node:timers/promises'
import { givenSession } from '@chuma/core/auth/testing'
import { verifyLedger } from '@chuma/core/books/verify-ledger'
import { givenPremiumMember, travel } from '@chuma/core/tasks/testing'
import { createTestDeps, givenMember } from '@chuma/core/testing'
import type { Db, Trx } from '@chuma/db/client'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { expect } from 'vitest'
import { callRest, callTrpc, type RestCall, type TrpcCall } from '../../src/testing.ts'
import { closeLater, createServerProcess, openSimulator } from '../crash/testing.ts'
import { doorsAt } from '../doors-at.ts'

const MANY = 24
/** More connections than one process has: when this many wait, both processes do. */
const WAITING = 4
/** The wheel always wins: a losing spin would leave nothing to count. */
const economy = {
  spinTable: [
    { points: 7, weight: 1 },
    { points: 7, weight: 1 },
  ],
}

/** Times a browser can send, years behind and years ahead. */
const CLOCKS = [
  { date: 'Thu, 01 Jan 1970 00:00:00 GMT', completedAt: '1970-01-01T00:00:00Z', timeSpent: -1e9 },
  { date: 'Fri, 31 Dec 2088 23:59:59 GMT', completedAt: '2088-12-31T23:59:59Z', timeSpent: 1e9 },
] as const

export type Clock = (typeof CLOCKS)[number]
type Answer = Awaited<ReturnType<typeof callRest>>
/** Send one call to one of the servers; its number decides through which door and with which clock. */
type Send = (server: string, index: number) => Promise<Answer>

/** A reward that a member, or a partner or staff for them, can claim again and again. */
export type Claim = {
  memberId: string
  /** Locks a row that every such call needs. */
  hold: (trx: Trx) => Promise<unknown>
  send: Send
  /** What has to happen on a day before it can be claimed on that day. */
  prepare?: () => Promise<unknown>
}

export type World = Awaited<ReturnType<typeof openServers>>

/** Open two processes on one database, on the previous day. */
export async function openServers() {
  const simulator = await openSimulator()
  const { db, url, close } = await createTestDb({ max: 5 })
  closeLater(close)
  await travel(db, 'before', economy)
  const env = { DATABASE_URL: url, PAYOUT_SWEEP_SECONDS: '3600' }
  const [one, other] = [await createServerProcess(simulator, env), await createServerProcess(simulator, env)]
  await Promise.all([one.start(), other.start()])
  return {
    db,
    servers: [one.url, other.url] as const,
    travel: (to: 'before' | 'after') => travel(db, to, economy),
    /** A member who is signed in. */
    member: async ({ premium = false } = {}) => {
      const { memberId } = await (premium ? givenPremiumMember : givenMember)(db)
      const { token } = await givenSession(db, memberId)
      const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
        const answer = await callRest(doorsAt(one.url), token, { method, url: path, body })
        expect(answer.status, path).toBeLessThan(300)
        return answer.body
      }
      return { memberId, token, call }
    },
  }
}

/** Split calls of one person between both doors. */
export function throughBothDoors(
  token: string,
  calls: (clock: Clock) => { rest: RestCall; trpc: TrpcCall },
): Send {
  return (server, index) => {
    const clock = CLOCKS[Math.floor(index / 4) % 2 === 0 ? 0 : 1]
    const doors = doorsAt(server, { date: clock.date })
    const { rest, trpc } = calls(clock)
    return Math.floor(index / 2) % 2 === 0 ? callRest(doors, token, rest) : callTrpc(doors, token, trpc)
  }
}

export const holdWallet = (memberId: string) => (trx: Trx) =>
  trx.selectFrom('wallet').select('memberId').where('memberId', '=', memberId).forUpdate().execute()

export const holdClicks = (memberId: string) => (trx: Trx) =>
  trx.selectFrom('click').select('clickId').where('memberId', '=', memberId).forUpdate().execute()

/** Split calls between both servers, all in flight before the first can end. */
export async function claimTogether(
  { db, servers }: World,
  { hold, send, calls: count = MANY }: Pick<Claim, 'hold' | 'send'> & { calls?: number },
) {
  const { answers } = await db.transaction().execute(async (holder) => {
    await hold(holder)
    const calls = Array.from({ length: count }, (_, index) => send(servers[index % 2 === 0 ? 0 : 1], index))
    // A finished survey may be answered without a lock, so this many may never wait at once.
    let ended = 0
    for (const call of calls) void call.then(() => ended++)
    while ((await countWaitingOnLock(db)) + ended < WAITING) await sleep(5)
    return { answers: Promise.all(calls) }
  })
  return answers
}

/** Count the answers: `done`, the error with its status, or the reply to a partner. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const said = typeof body === 'string' ? `${status} ${body}` : `${status} ${body.code}`
    const label = status < 300 && typeof body === 'object' ? 'done' : said
    counts[label] = (counts[label] ?? 0) + 1
  }
  return counts
}

/** List a member's postings, oldest first, after checking that the ledger adds up. */
export async function listPostings(db: Db, memberId: string) {
  expect(await verifyLedger(createTestDeps(db))).toMatchObject({ ok: true, findings: [] })
  const postings = await db
    .selectFrom('posting')
    .select(['kind', 'availableDelta'])
    .where('memberId', '=', memberId)
    .orderBy('seq')
    .execute()
  return postings.map(({ kind, availableDelta }) => `${kind} ${availableDelta}`)
}
