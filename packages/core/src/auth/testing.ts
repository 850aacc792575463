import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { SignupInput } from '@chuma/contract/auth/auth'
import type { Db, Trx } from '@chuma/db/client'
import { lockMember } from '@chuma/db/queries/account/members'
import { insertSession } from '@chuma/db/queries/auth/sessions'
import { countWaitingOnLock } from '@chuma/db/testing'
import { sql } from 'kysely'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { cheapPasswords, createMailCapture, createTestDeps, givenMember } from '../testing.ts'
import { identifyCaller } from './identify-caller.ts'
import { createToken } from './sessions.ts'
import { nameBucket, type ThrottleRule } from './throttle.ts'

export const visitor: Caller = {
  member: null,
  staff: null,
  apiKey: null,
  address: '203.0.113.7',
  userAgent: 'Test/1.0',
}

/** A sign-up form's parsed values. */
export function newSignup(replaced: Partial<SignupInput> = {}): SignupInput {
  const email = `${randomUUID()}@example.com`
  const password = 'correct horse'
  const person = { firstName: 'Amina', lastName: 'Otieno', country: 'Kenya' }
  return { ...person, email, password, confirmPassword: password, ...replaced }
}

type Passworded = { password: string; isVerified?: boolean; points?: number }

export async function givenMemberWithPassword(db: Db, { points = 0, ...options }: Passworded) {
  const member = await givenMember(db, { points, isSignedIn: false })
  await db
    .updateTable('member')
    .set({ passwordHash: await cheapPasswords.hash(options.password) })
    .$if(options.isVerified === false, (query) => query.set({ emailVerifiedAt: null }))
    .where('memberId', '=', member.memberId)
    .execute()
  return member
}

type From = { address?: string; userAgent?: string }

export async function givenSession(db: Db, memberId: string, from: From = {}) {
  const { token, tokenHash } = createToken('u', memberId)
  const { address = null, userAgent = null } = from
  await db.transaction().execute((trx) => insertSession(trx, { memberId, tokenHash, address, userAgent }))
  return { token, tokenHash }
}

export function callAs(deps: Deps, token: string): Promise<Caller> {
  return identifyCaller(deps, { token, address: visitor.address, userAgent: visitor.userAgent })
}

/**
 * Run calls that lock one member so that they overlap, in this order: each starts once the previous one waits for a
 * transaction that holds the member's row and ends when all of them wait. `change` is what it does first.
 */
export async function queueOnMember<T>(
  db: Db,
  memberId: string,
  { calls, change }: { calls: (() => Promise<T>)[]; change?: (trx: Trx) => Promise<unknown> },
): Promise<PromiseSettledResult<T>[]> {
  const { results } = await db.transaction().execute(async (holder) => {
    await lockMember(holder, memberId)
    const started: Promise<T>[] = []
    for (const call of calls) {
      started.push(call())
      while ((await countWaitingOnLock(db)) < started.length) await sleep(5)
    }
    await change?.(holder)
    return { results: Promise.allSettled(started) }
  })
  return results
}

/** The waiting jobs for this address, oldest first. */
export async function listJobs(db: Db, email: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where data ->> 'email' = ${email} order by created_on
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Dependencies that record mails instead of sending them, and the token of the newest link. */
export function createMailingDeps(db: Db) {
  const { mail, sent } = createMailCapture()
  return {
    deps: createTestDeps(db, { mail }),
    sent,
    newestToken: () => String(sent.findLast(({ mail }) => 'token' in mail)?.mail.token),
  }
}

/** Move a member's links back in time by `minutes`. */
export async function letMinutesPass(db: Db, memberId: string, minutes: number): Promise<void> {
  await sql`
    update one_time_link set
      created_at = created_at - make_interval(mins => ${minutes}),
      mailed_at = mailed_at - make_interval(mins => ${minutes}),
      expires_at = expires_at - make_interval(mins => ${minutes})
    where member_id = ${memberId}
  `.execute(db)
}

interface MemberRow {
  memberId: string
  firstName: string
  lastName: string
  country: string
  passwordHash: string
  emailVerifiedAt: Date | null
  adminRole: StaffRole | null
  available: number
}

export function listMembers(db: Db, email: string): Promise<MemberRow[]> {
  return db
    .selectFrom('member')
    .innerJoin('wallet', 'wallet.memberId', 'member.memberId')
    .innerJoin('emailOwner', 'emailOwner.memberId', 'member.memberId')
    .select([
      'member.memberId',
      'firstName',
      'lastName',
      'country',
      'passwordHash',
      'emailVerifiedAt',
      'adminRole',
      'available',
    ])
    .where('emailOwner.email', '=', email)
    .execute()
}

/** The only member with this address. */
export async function getMember(db: Db, email: string): Promise<MemberRow> {
  const [member, ...others] = await listMembers(db, email)
  if (!member || others.length > 0) throw new Error(`${others.length + 1} members have ${email}`)
  return member
}

/** Another sign-up holds the address until all calls wait for it, and then fails, so that they race for it. */
export async function startWhileClaimed<T>(db: Db, email: string, start: () => Promise<T>[]): Promise<T[]> {
  const holder = await db.startTransaction().execute()
  await holder.insertInto('emailOwner').values({ email, memberId: randomUUID() }).execute()
  const calls = start()
  while ((await countWaitingOnLock(db)) < calls.length) await sleep(5)
  await holder.rollback().execute()
  return Promise.all(calls)
}

/** Let a network have used up what it may do in an hour. */
export const throttle = (db: Db, rule: ThrottleRule, address: string) =>
  db
    .insertInto('throttle')
    .values({
      bucket: nameBucket(rule, address),
      hits: 3000,
      expiresAt: sql<Date>`now() + interval '1 hour'`,
      blockedUntil: sql<Date>`now() + interval '1 hour'`,
    })
    .execute()
