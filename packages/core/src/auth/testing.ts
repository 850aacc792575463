import { randomUUID } from 'node:crypto'
import type { SignupInput } from '@chuma/contract/auth'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { createMailCapture, createTestDeps, givenMember } from '../testing.ts'
import { createToken } from './create-token.ts'
import { hashPassword } from './passwords.ts'

export const visitor: Caller = {
  member: null,
  staff: null,
  apiKey: null,
  address: '203.0.113.7',
  userAgent: 'Test/1.0',
}

/** What a sign-up form sends, once it is parsed. */
export function newSignup(replaced: Partial<SignupInput> = {}): SignupInput {
  const email = `${randomUUID()}@example.com`
  const password = 'correct horse'
  const person = { firstName: 'Amina', lastName: 'Otieno', country: 'Kenya' }
  return { ...person, email, password, confirmPassword: password, ...replaced }
}

export async function givenMemberWithPassword(db: Db, options: { password: string; isVerified?: boolean }) {
  const member = await givenMember(db)
  await db
    .updateTable('member')
    .set({ passwordHash: await hashPassword(options.password) })
    .$if(options.isVerified === false, (query) => query.set({ emailVerifiedAt: null }))
    .where('memberId', '=', member.memberId)
    .execute()
  return member
}

export async function givenSession(db: Db, memberId: string) {
  const { token, tokenHash } = createToken('u', memberId)
  await db
    .insertInto('session')
    .values({
      memberId,
      tokenHash,
      revokedAt: null,
      address: null,
      userAgent: null,
      passwordResetUntil: null,
    })
    .execute()
  return { token, tokenHash }
}

/** The jobs that wait for this address, oldest first. */
export async function listJobs(db: Db, email: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where data ->> 'email' = ${email} order by created_on
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Dependencies that keep what they would have mailed, and the token of the newest link among it. */
export function createMailingDeps(db: Db) {
  const { mail, sent } = createMailCapture()
  return {
    deps: createTestDeps(db, { mail }),
    sent,
    newestToken: () => String(sent.findLast(({ kind }) => kind === 'sendVerification')?.mail.token),
  }
}
