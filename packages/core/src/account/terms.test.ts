import { TERMS_IN_FORCE, TERMS_VERSIONS } from '@chuma/contract/account/account-rules'
import { listMemberTerms } from '@chuma/db/queries/account/terms'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signUp } from '../auth/sign-up.ts'
import { createMailingDeps, getMember, newSignup, visitor } from '../auth/testing.ts'
import { givenMember, openTestDb } from '../testing.ts'
import { getSettings } from './own-account.ts'
import { answerTerms, getMemberTerms } from './terms.ts'

const { db } = await openTestDb()
const { deps } = createMailingDeps(db)
const { version } = TERMS_IN_FORCE

test('the newest version is in force, and each has a number of its own and a later day than the one before', () => {
  const versions = TERMS_VERSIONS.map((each) => each.version)
  const days = TERMS_VERSIONS.map((each) => each.from)
  expect(versions).toEqual(versions.map((_, place) => place + 1))
  expect([...days].sort()).toEqual(days)
  expect(TERMS_IN_FORCE).toEqual(TERMS_VERSIONS.at(-1))
})

test('a sign-up accepts the terms in force, whether or not the address has to be verified', async () => {
  for (const isVerificationRequired of [true, false]) {
    const input = newSignup()
    const accounts = { ...deps.accounts, isVerificationRequired }
    await signUp({ ...deps, accounts }, visitor, input)
    const { memberId } = await getMember(db, input.email)
    const [terms, ...others] = await listMemberTerms(db, memberId)
    expect(others).toEqual([])
    expect(terms).toMatchObject({ version, how: 'sign-up', acceptedAt: terms?.seenAt })
    expect((await getSettings(deps, { memberId })).terms).toEqual({
      inForce: version,
      seenAt: terms?.seenAt,
      accepted: { version, how: 'sign-up', acceptedAt: terms?.acceptedAt },
    })
  }
})

test('of two sign-ups with one unverified address the newest has accepted the terms', async () => {
  const input = newSignup()
  await signUp(deps, visitor, input)
  const { memberId } = await getMember(db, input.email)
  await sql`update member_terms set accepted_at = now() - interval '1 year'
    where member_id = ${memberId}`.execute(db)
  await signUp(deps, visitor, { ...input, firstName: 'Zawadi' })
  const { rows } = await sql<{ isNew: boolean }>`
    select accepted_at > now() - interval '1 hour' as is_new from member_terms where member_id = ${memberId}
  `.execute(db)
  expect(rows).toEqual([{ isNew: true }])
})

test('a member who was not asked at the sign-up is told once: closing the notice counts, and is no acceptance', async () => {
  const member = await givenMember(db)
  const unasked = { inForce: version, seenAt: null, accepted: null }
  expect(await getMemberTerms(db, member.memberId)).toEqual(unasked)
  const seen = await answerTerms(deps, member, { version, isAccepted: false })
  expect(seen).toEqual({ ...unasked, seenAt: expect.any(Date) })

  const accepted = await answerTerms(deps, member, { version, isAccepted: true })
  expect(accepted).toEqual({
    ...seen,
    accepted: { version, how: 'asked', acceptedAt: expect.any(Date) },
  })
  // Neither a second acceptance nor a late press on the closing button changes the record.
  for (const isAccepted of [true, false])
    expect(await answerTerms(deps, member, { version, isAccepted })).toEqual(accepted)
})

test('the next version is news to everyone, and keeps what they accepted before', async () => {
  const member = await givenMember(db)
  const { accepted } = await answerTerms(deps, member, { version, isAccepted: true })
  expect(await getMemberTerms(db, member.memberId, version + 1)).toEqual({
    inForce: version + 1,
    seenAt: null,
    accepted,
  })
})
