import { setTimeout as sleep } from 'node:timers/promises'
import { createDb } from '@chuma/db/client'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { identifyCaller } from './identify-caller.ts'
import { mailLink, redeemLink } from './links.ts'
import { logIn } from './log-in.ts'
import { createMailingDeps, givenMemberWithPassword, givenSession, visitor } from './testing.ts'
import { nameBucket } from './throttle.ts'

const { db, url, close } = await createTestDb()
afterAll(close)
const { deps } = createMailingDeps(db)
const password = 'correct horse'

/** `signed in`, or the code of the error. */
const attempt = (email: string, tried: string, on = deps) =>
  logIn(on, visitor, { email, password: tried }).then(
    () => 'signed in',
    (error) => String(error.code),
  )

async function attemptEach(email: string, passwords: string[]) {
  const answers: string[] = []
  for (const tried of passwords) answers.push(await attempt(email, tried))
  return answers
}

const count = (answers: string[], code: string) => answers.filter((answer) => answer === code).length
const fiveWrong = Array(5).fill('INVALID_CREDENTIALS')

test('of two hundred concurrent guesses five are checked, and the right one gets the same answer', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  await attempt(email, 'wrong')
  const bucket = nameBucket('log-in-account', email)
  const crowd = createDb(url, { max: 40 })
  const holder = await db.startTransaction().execute()
  await holder.selectFrom('throttle').select('hits').where('bucket', '=', bucket).forUpdate().execute()
  const guesses = Array.from({ length: 199 }, (_, number) =>
    attempt(email, `guess ${number}`, { ...deps, db: crowd }),
  )
  while ((await countWaitingOnLock(db)) < 40) await sleep(5)
  await holder.rollback().execute()
  const answers = await Promise.all(guesses)
  await crowd.destroy()
  expect([count(answers, 'INVALID_CREDENTIALS'), count(answers, 'THROTTLED')]).toEqual([4, 195])
  expect(await attempt(email, password)).toBe('THROTTLED')
})

test('a success resets the count', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  for (let round = 0; round < 3; round++) {
    expect(await attemptEach(email, ['1', '2', '3', '4', password])).toEqual([
      ...fiveWrong.slice(1),
      'signed in',
    ])
  }
})

test('an unknown address is refused after as many tries as a known one', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  const guesses = ['1', '2', '3', '4', '5', '6', '7']
  const known = await attemptEach(email, guesses)
  expect(known).toEqual([...fiveWrong, 'THROTTLED', 'THROTTLED'])
  expect(await attemptEach('nobody@example.com', guesses)).toEqual(known)
})

test('the right password of a closed account does not reset the count', async () => {
  const { email } = await givenMemberWithPassword(db, { password, isVerified: false })
  expect(await attemptEach(email, ['1', '2', '3', password, '4'])).toEqual([
    'INVALID_CREDENTIALS',
    'INVALID_CREDENTIALS',
    'INVALID_CREDENTIALS',
    'EMAIL_NOT_VERIFIED',
    'INVALID_CREDENTIALS',
  ])
})

test('guesses at an account affect neither its sessions nor its mailed link', async () => {
  const { email, memberId } = await givenMemberWithPassword(db, { password })
  const device = await givenSession(db, memberId)
  await attemptEach(email, ['1', '2', '3', '4', '5', '6'])
  expect(await attempt(email, password)).toBe('THROTTLED')

  const caller = await identifyCaller(deps, { token: device.token, address: null, userAgent: null })
  expect(caller.member).toMatchObject({ memberId })
  const mailed: string[] = []
  await mailLink(
    deps,
    { memberId, purpose: 'sign-in', expiresInMinutes: 10, replacesOlder: false, isMeant: () => true },
    async ({ token }) => void mailed.push(token),
  )
  await expect(redeemLink(deps, visitor, { token: mailed[0] ?? '' })).resolves.toMatchObject({
    user: { id: memberId },
  })
})

test('the owner can sign in once the wait is over', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  expect(await attemptEach(email, ['1', '2', '3', '4', '5', password])).toEqual([...fiveWrong, 'THROTTLED'])
  await db
    .updateTable('throttle')
    .set({ blockedUntil: sql<Date>`blocked_until - interval '30 seconds'` })
    .where('bucket', '=', nameBucket('log-in-account', email))
    .execute()
  expect(await attempt(email, password)).toBe('signed in')
})

test('a throttled network uses up no attempts of an account', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  const flooded = { ...visitor, address: '198.51.100.9' }
  await logIn(deps, flooded, { email, password })
  await db
    .updateTable('throttle')
    .set({ hits: 3000, blockedUntil: sql<Date>`expires_at` })
    .where('bucket', '=', nameBucket('log-in-address', flooded.address))
    .execute()
  for (let guess = 0; guess < 6; guess++) {
    await expect(logIn(deps, flooded, { email, password })).rejects.toMatchObject({ code: 'THROTTLED' })
  }
  expect(await attempt(email, password)).toBe('signed in')
})
