import { randomBytes } from 'node:crypto'
import { isLiftable } from '@chuma/contract/payouts/holds'
import { endHold } from '@chuma/db/queries/payouts/holds'
import { markPaidThere } from '@chuma/db/queries/wallet/destinations'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps } from '../../testing.ts'
import { nameDestination } from '../../wallet/destinations/name-destination.ts'
import { givenAccount, newDevice } from '../clusters/testing.ts'
import { givenWithdrawal } from '../testing.ts'
import { evaluateHolds } from './evaluate-holds.ts'
import { changeAccount, letHoldsAge, putInDebt, setDebtOff } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const economy = await deps.economy()
type Ref = Awaited<ReturnType<typeof givenWithdrawal>>['ref']

const evaluate = (ref: Ref, terms = economy) =>
  db.transaction().execute(async (trx) => {
    await lockWallet(trx, ref.memberId)
    return (await evaluateHolds(trx, { deps, ref, terms })).open
  })
const reasonsOf = async (ref: Ref, terms = economy) =>
  (await evaluate(ref, terms)).map(({ reason }) => reason)
const lift = (ref: Ref, holdId: string) =>
  db
    .transaction()
    .execute((trx) => endHold(trx, { ...ref, holdId }, { by: 'staff:fatuma', reason: 'Called' }))
const rowsOf = ({ withdrawalId }: Ref) =>
  db
    .selectFrom('hold')
    .select(['reason', 'endedBy', 'endReason'])
    .where('subjectId', '=', withdrawalId)
    .orderBy('createdAt')
    .execute()

test('an ordinary withdrawal is not held', async () => {
  const { ref } = await givenWithdrawal(db)
  expect(await evaluate(ref)).toEqual([])
  expect(await rowsOf(ref)).toEqual([])
})

test('a number that was never paid is held once money went to another', async () => {
  const { ref } = await givenWithdrawal(db)
  const { memberId } = ref
  const paid = (value: string) =>
    db.transaction().execute(async (trx) => {
      const { hashes } = await nameDestination(trx, deps, { memberId, method: 'mpesa', value })
      await markPaidThere(trx, { memberId, hashes })
    })
  await paid('254799999999')
  expect(await reasonsOf(ref)).toEqual(['new-destination'])
})

test('a cause holds once, however often it is evaluated, and at the same time', async () => {
  const { ref } = await givenWithdrawal(db)
  await changeAccount(db, ref, 'password-reset')
  await startTogether(db, ref.memberId, () => [evaluate(ref), evaluate(ref)])
  expect(await reasonsOf(ref)).toEqual(['credentials-changed'])
  expect(await rowsOf(ref)).toHaveLength(1)
})

test('a hold ends when its time has come by the database’s clock, whatever this process’s clock says', async () => {
  const { ref } = await givenWithdrawal(db)
  await changeAccount(db, ref, 'password-reset')
  const realNow = Date.now
  Date.now = () => realNow() + 1000 * 3_600_000
  try {
    expect(await reasonsOf(ref)).toEqual(['credentials-changed'])
    await letHoldsAge(db, ref, 71)
    expect(await reasonsOf(ref)).toEqual(['credentials-changed'])
    Date.now = () => 0
    await letHoldsAge(db, ref, 1)
    expect(await reasonsOf(ref)).toEqual([])
  } finally {
    Date.now = realNow
  }
  expect(await rowsOf(ref)).toEqual([{ reason: 'credentials-changed', endedBy: 'system', endReason: 'over' }])
})

test('what staff lifted stays lifted, until something newer happens', async () => {
  const { ref } = await givenWithdrawal(db)
  await changeAccount(db, ref, 'password-reset')
  const [hold] = await evaluate(ref)
  await lift(ref, hold?.holdId ?? '')
  expect(await evaluate(ref)).toEqual([])
  await changeAccount(db, ref, 'passkey-added')
  expect(await reasonsOf(ref)).toEqual(['credentials-changed'])
  expect((await rowsOf(ref)).map(({ endedBy }) => endedBy)).toEqual(['staff:fatuma', null])
})

test('a first payment waits a week if the member’s phone was used for more accounts than a household has', async () => {
  const { ref } = await givenWithdrawal(db)
  const device = newDevice()
  const signUpThere = () => givenAccount(db, { device })
  await sql`
    insert into session (member_id, token_hash, address, user_agent)
    values (${ref.memberId}, ${randomBytes(32)}, ${device.address}, ${device.userAgent})
  `.execute(db)
  const hours = async () => {
    const [hold] = await evaluate(ref, { ...economy, firstPayoutHoldHours: 24 })
    return ((hold?.until?.getTime() ?? 0) - (hold?.since.getTime() ?? 0)) / 3_600_000
  }
  await Promise.all([signUpThere(), signUpThere(), signUpThere(), signUpThere()])
  expect(await hours()).toBe(24)
  await signUpThere()
  expect(await hours()).toBe(168)
  // A network with one kind of phone.
  await Promise.all(Array.from({ length: 20 }, signUpThere))
  expect(await hours()).toBe(24)
})

test('a newer change takes the place of an older one', async () => {
  const { ref } = await givenWithdrawal(db)
  await changeAccount(db, ref, 'password-reset')
  await evaluate(ref)
  await letHoldsAge(db, ref, 1)
  await changeAccount(db, ref, 'password-changed')
  expect((await evaluate(ref)).map(({ facts }) => facts)).toEqual([{ change: 'password-changed' }])
  expect((await rowsOf(ref)).map(({ endReason }) => endReason)).toEqual(['cause-gone', null])
})

test('a setting that changes the length changes open holds', async () => {
  const { ref } = await givenWithdrawal(db)
  await changeAccount(db, ref, 'password-reset')
  const [long] = await evaluate(ref)
  const [short] = await evaluate(ref, { ...economy, changeHoldHours: 1 })
  expect(short?.holdId).toBe(long?.holdId)
  expect((long?.until?.getTime() ?? 0) - (short?.until?.getTime() ?? 0)).toBe(71 * 3_600_000)
  expect(await evaluate(ref, { ...economy, changeHoldHours: 0 })).toEqual([])
  expect(await reasonsOf(ref)).toEqual(['credentials-changed'])
})

test('a debt cannot be lifted, and ends when it is set off', async () => {
  const { ref } = await givenWithdrawal(db)
  await putInDebt(db, ref)
  const [debt] = await evaluate(ref)
  expect(debt).toMatchObject({ reason: 'debt', until: null, endsSoonerBy: 'setting-off' })
  expect(debt && isLiftable(debt)).toBe(false)
  await lift(ref, debt?.holdId ?? '')
  expect(await reasonsOf(ref)).toEqual(['debt'])
  await setDebtOff(db, ref)
  expect(await evaluate(ref)).toEqual([])
})
