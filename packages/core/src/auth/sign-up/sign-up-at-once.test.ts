import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { notice } from '../../notice.ts'
import { createTestDeps } from '../../testing.ts'
import { identifyCaller } from '../identify-caller.ts'
import { logIn } from '../log-in.ts'
import { signUp } from '../sign-up.ts'
import {
  getMember,
  givenMemberWithPassword,
  listJobs,
  newSignup,
  startWhileClaimed,
  visitor,
} from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const atOnce = createTestDeps(db, {
  accounts: { isVerificationRequired: false, isSecondFactorRequired: false },
})

test('without required verification a new member is signed in immediately, and still gets the mail', async () => {
  const input = newSignup()
  const { token = '', ...answer } = await signUp(atOnce, visitor, input)
  expect(answer).toEqual({ requiresVerification: false, message: notice('SIGN_UP_READY') })
  const { member } = await identifyCaller(atOnce, { token, address: null, userAgent: null })
  expect(member).toMatchObject({ email: input.email, isEmailVerified: false })
  expect(await listJobs(db, input.email)).toEqual(['send-verification'])
  await expect(logIn(atOnce, visitor, input)).resolves.toBeDefined()
})

test.each([true, false])(
  'without required verification a taken address gets no session, verified or not (%j)',
  async (isVerified) => {
    const { email } = await givenMemberWithPassword(db, { password: 'correct horse', isVerified })
    const before = await getMember(db, email)
    const answer = await signUp(atOnce, visitor, newSignup({ email, password: 'another secret' }))
    expect(answer).toEqual({ requiresVerification: false, message: notice('SIGN_UP_TAKEN') })
    expect(await getMember(db, email)).toEqual(before)
    expect(await listJobs(db, email)).toEqual(['send-address-taken'])
  },
)

test('without required verification one of twenty concurrent sign-ups gets the session', async () => {
  const input = newSignup()
  const answers = await startWhileClaimed(db, input.email, () =>
    Array.from({ length: 20 }, () => signUp(atOnce, visitor, input)),
  )
  expect(answers.filter(({ token }) => token !== undefined)).toHaveLength(1)
  expect(new Set(answers.map(({ requiresVerification }) => requiresVerification))).toEqual(new Set([false]))
  await getMember(db, input.email)
})
