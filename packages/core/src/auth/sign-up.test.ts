import { setTimeout as sleep } from 'node:timers/promises'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { matchesPassword } from './passwords.ts'
import { sendAddressTaken } from './send-address-taken.ts'
import { signUp } from './sign-up.ts'
import { createMailingDeps, listJobs, newSignup } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { deps, sent } = createMailingDeps(db)

const listMembers = (email: string) =>
  db
    .selectFrom('member')
    .innerJoin('wallet', 'wallet.memberId', 'member.memberId')
    .innerJoin('emailOwner', 'emailOwner.memberId', 'member.memberId')
    .select(['firstName', 'lastName', 'country', 'passwordHash', 'emailVerifiedAt', 'adminRole', 'available'])
    .where('emailOwner.email', '=', email)
    .execute()

test('makes an unverified member with an empty wallet, and a job that mails him', async () => {
  const input = newSignup()
  expect(await signUp(deps, input)).toEqual({ requiresVerification: true, message: expect.any(String) })
  const [member, ...others] = await listMembers(input.email)
  expect(others).toEqual([])
  expect(member).toMatchObject({
    firstName: 'Amina',
    lastName: 'Otieno',
    country: 'Kenya',
    emailVerifiedAt: null,
    adminRole: null,
    available: 0,
  })
  expect(await matchesPassword(member?.passwordHash, input.password)).toBe(true)
  expect(await listJobs(db, input.email)).toEqual(['send-verification'])
})

test('a taken address answers the same; only its owner is told, and by the name he gave himself', async () => {
  const input = newSignup()
  const first = await signUp(deps, input)
  const stranger = newSignup({ email: input.email, firstName: 'Mallory', password: 'another secret' })
  expect(await signUp(deps, stranger)).toEqual(first)
  expect(await listJobs(db, input.email)).toEqual(['send-verification', 'send-address-taken'])
  const [member] = await listMembers(input.email)
  expect(member?.firstName).toBe('Amina')
  expect(await matchesPassword(member?.passwordHash, 'another secret')).toBe(false)

  await sendAddressTaken(deps, { email: input.email })
  expect(sent).toEqual([{ kind: 'sendAddressTaken', mail: { to: input.email, firstName: 'Amina' } }])
})

test('nobody is told about an address without an owner', async () => {
  const { deps, sent } = createMailingDeps(db)
  await sendAddressTaken(deps, { email: 'nobody@example.com' })
  expect(sent).toEqual([])
})

test('twenty sign-ups of one address at the same time make one member and answer alike', async () => {
  const input = newSignup()
  const answers = await startWhileClaimed(input.email, () =>
    Array.from({ length: 20 }, () => signUp(deps, input)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await listMembers(input.email)).toHaveLength(1)
  const everyone = await db.selectFrom('member').select('memberId').where('email', '=', input.email).execute()
  expect(everyone).toHaveLength(1)
  const jobs = await listJobs(db, input.email)
  expect(jobs.filter((name) => name === 'send-verification')).toHaveLength(1)
  expect(jobs.filter((name) => name === 'send-address-taken')).toHaveLength(19)
})

/** Another sign-up holds the address until all have come to it, and then fails: they race for what it leaves. */
async function startWhileClaimed<T>(email: string, start: () => Promise<T>[]): Promise<T[]> {
  const holder = await db.startTransaction().execute()
  await holder.insertInto('emailOwner').values({ email, memberId: crypto.randomUUID() }).execute()
  const calls = start()
  while ((await countWaitingOnLock(db)) < calls.length) await sleep(5)
  await holder.rollback().execute()
  return Promise.all(calls)
}
