import type { WorkChallenge } from '@chuma/contract/auth/security-links'
import { createTestDb } from '@chuma/db/testing'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, expect, test, vi } from 'vitest'
import { createStaff } from '../../admin/staff/manage-staff.ts'
import { logInStaff } from '../../admin/staff/own-staff-account.ts'
import type { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import { sendMessage } from '../../inbox/messages.ts'
import { cheapPasswords, createTestDeps } from '../../testing.ts'
import { requestLink, requestVerification } from '../links.ts'
import { logIn } from '../log-in.ts'
import { signUp } from '../sign-up.ts'
import { givenMemberWithPassword, newSignup, visitor } from '../testing.ts'
import { createAlarm, createProofOfWork } from './create-proof-of-work.ts'

const { db, close } = await createTestDb()
afterAll(close)
const password = 'correct horse'

function createProcess({ isAttacked, secret = 'shared' }: { isAttacked: boolean; secret?: string }) {
  const difficulty = { cost: 1, fewest: 2, most: 5 }
  const alarm = { count: () => {}, isOn: () => isAttacked }
  const proofOfWork = createProofOfWork({ readSecret: async () => secret, alarm, difficulty })
  let hashed = 0
  const passwords = {
    ...cheapPasswords,
    matches: (...call: Parameters<typeof cheapPasswords.matches>) => {
      hashed += 1
      return cheapPasswords.matches(...call)
    },
    hash: (...call: Parameters<typeof cheapPasswords.hash>) => {
      hashed += 1
      return cheapPasswords.hash(...call)
    },
  }
  return { deps: createTestDeps(db, { proofOfWork, passwords }), countHashed: () => hashed }
}
const attacked = createProcess({ isAttacked: true })
const calm = createProcess({ isAttacked: false })

const challengeOf = (call: Promise<unknown>): Promise<WorkChallenge> =>
  call.then(
    () => expect.fail('not refused'),
    (error: AppError) => {
      expect(error).toMatchObject({ code: 'PROOF_OF_WORK_REQUIRED', status: 428 })
      return (error.failure.params as { challenge: WorkChallenge }).challenge
    },
  )

async function solve(challenge: WorkChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
const withProof = (proofOfWork: string): Caller => ({ ...visitor, proofOfWork })

test('under attack a log-in without a proof is refused before any password is hashed, and with one it succeeds', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  const before = attacked.countHashed()
  const challenge = await challengeOf(logIn(attacked.deps, visitor, { email, password }))
  expect(attacked.countHashed()).toBe(before)
  const caller = withProof(await solve(challenge))
  await expect(logIn(attacked.deps, caller, { email, password })).resolves.toHaveProperty('token')
})

test('a proof counts once, in whichever process', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  const caller = withProof(await solve(await challengeOf(logIn(attacked.deps, visitor, { email, password }))))
  const other = createProcess({ isAttacked: true })
  const both = [attacked, other].map(({ deps }) => logIn(deps, caller, { email, password }))
  const outcomes = (await Promise.allSettled(both)).map(({ status }) => status)
  expect(outcomes.sort()).toEqual(['fulfilled', 'rejected'])
  await challengeOf(logIn(attacked.deps, caller, { email, password }))
})

test('a forged, changed or unsolved challenge is no proof', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  const challenge = await challengeOf(logIn(attacked.deps, visitor, { email, password }))
  const foreign = createProcess({ isAttacked: true, secret: 'another' })
  const forged = await challengeOf(logIn(foreign.deps, visitor, { email, password }))
  const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '0' } }
  const unsolved = { challenge, solution: { counter: 0, derivedKey: '00' } }
  const proofs = await Promise.all([forged, easier].map(solve))
  const written = Buffer.from(JSON.stringify(unsolved)).toString('base64')
  for (const proof of [...proofs, written, 'nonsense', '', 'bnVsbA=='])
    await challengeOf(logIn(attacked.deps, withProof(proof), { email, password }))
})

test('a challenge expires after five minutes', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  const proof = await solve(await challengeOf(logIn(attacked.deps, visitor, { email, password })))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
  await challengeOf(logIn(attacked.deps, withProof(proof), { email, password }))
  vi.useRealTimers()
})

test('sign-up, mailed links, the contact form and staff log-in ask for it too', async () => {
  const { deps, countHashed } = attacked
  const email = 'amina@example.com'
  const message = { name: 'Amina', email, subject: 'Hello', message: 'How are you today?' }
  const before = countHashed()
  const calls = [
    () => signUp(deps, visitor, newSignup()),
    () => requestLink(deps, visitor, { email, purpose: 'reset-password' }),
    () => requestVerification(deps, visitor, { email }),
    () => sendMessage(deps, visitor, { ...message, idempotencyKey: undefined }),
    () => logInStaff(deps, visitor, { username: 'owner', password }),
  ]
  for (const call of calls) await challengeOf(call())
  expect(countHashed()).toBe(before)
})

test('a known device is not asked', async () => {
  await createStaff(calm.deps, { username: 'otieno', password, role: 'owner' })
  const input = { username: 'otieno', password }
  const { deviceToken } = await logInStaff(calm.deps, visitor, { ...input, rememberDevice: true })
  await expect(logInStaff(attacked.deps, visitor, { ...input, deviceToken })).resolves.toHaveProperty('token')
})

test('when it is calm nobody is asked, and too many wrong guesses sound the alarm for their network and account alone', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  const alarm = createAlarm({ refusals: 3 })
  const proofOfWork = createProofOfWork({ readSecret: async () => 'shared', alarm })
  const deps = createTestDeps(db, { proofOfWork })
  const attempt = (caller: Caller, account: string, tried = 'wrong') =>
    logIn(deps, caller, { email: account, password: tried }).then(
      () => 'signed in',
      ({ code }) => code,
    )
  const answers: string[] = []
  for (let count = 0; count < 9; count++) answers.push(await attempt(visitor, email))
  expect(answers).toEqual([
    ...Array(5).fill('INVALID_CREDENTIALS'),
    ...Array(3).fill('THROTTLED'),
    'PROOF_OF_WORK_REQUIRED',
  ])
  const other = await givenMemberWithPassword(db, { password })
  const elsewhere = { ...visitor, address: '198.51.100.9' }
  expect(await attempt(visitor, other.email, password)).toBe('PROOF_OF_WORK_REQUIRED')
  expect(await attempt(elsewhere, email, password)).toBe('PROOF_OF_WORK_REQUIRED')
  expect(await attempt(elsewhere, other.email, password)).toBe('signed in')
})
