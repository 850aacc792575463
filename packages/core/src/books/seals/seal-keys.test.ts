import { findLastSeal } from '@chuma/db/queries/books/seals'
import { createTestDb } from '@chuma/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDeps, givenMember } from '../../testing.ts'
import { sealBooks } from './seal-books.ts'
import { readSealKeys } from './seal-keys.ts'
import { givenRewards } from './seals.testing.ts'
import { verifyBooks } from './verify-seals.ts'

const [older, newer] = [Buffer.alloc(32, 'a').toString('base64'), Buffer.alloc(32, 'b').toString('base64')]

test('a new key seals while a process with the old one runs, which then leaves the chain alone', async () => {
  const { db, close } = await createTestDb({ max: 4 })
  onTestFinished(close)
  const { memberId } = await givenMember(db, { points: 10 })
  const before = createTestDeps(db, { sealKeys: readSealKeys(older) })
  const after = createTestDeps(db, { sealKeys: readSealKeys(`${newer}, ${older}`) })
  await sealBooks(before)
  await givenRewards(db, memberId, 1, 'later')
  await sealBooks(after)
  expect(await findLastSeal(db)).toMatchObject({ sealId: 2, keyId: after.sealKeys[0]?.id })

  await givenRewards(db, memberId, 1, 'last')
  await expect(sealBooks(before)).rejects.toThrow(
    `SEAL_KEYS: the books are sealed with the key ${after.sealKeys[0]?.id}, which is not among them. Nothing is lost`,
  )
  expect(await verifyBooks(after)).toMatchObject({ ok: true, checkedPostings: 3 })
})

test('without the key that sealed them books are neither sealed nor called damaged', async () => {
  const { db, close } = await createTestDb({ max: 4 })
  onTestFinished(close)
  await givenMember(db, { points: 10 })
  const deps = createTestDeps(db, { sealKeys: readSealKeys(older) })
  await sealBooks(deps)
  const wrong = { ...deps, sealKeys: readSealKeys(newer) }
  await expect(verifyBooks(wrong)).rejects.toThrow('SEAL_KEYS')
  expect(await findLastSeal(db)).toMatchObject({ sealId: 1 })
  expect(await verifyBooks(deps)).toMatchObject({ ok: true })
})

test.each(['', 'short', `${older},`])('the key %j is refused without naming it', (text) => {
  expect(() => readSealKeys(text)).toThrow(/^give 32 random bytes in base64/)
})
