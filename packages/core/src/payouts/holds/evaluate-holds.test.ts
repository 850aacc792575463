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
import { decideCluster, previewCluster } from '../clusters/clusters.ts'
import { findClusters } from '../clusters/keep-clusters.ts'
import { clusterOf, givenAccount, givenFarm, newDevice } from '../clusters/testing.ts'
import { finance, givenWithdrawal } from '../testing.ts'
import { evaluateHolds } from './hold-rules.ts'
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
const openOn = ({ address, userAgent }: ReturnType<typeof newDevice>, { memberId }: Ref) =>
  sql`insert into session (member_id, token_hash, address, user_agent)
    values (${memberId}, ${randomBytes(32)}, ${address}, ${userAgent})`.execute(db)
const setAge = (memberId: string, days: number) =>
  sql`update member set created_at = now() - make_interval(days => ${days}) where member_id = ${memberId}`.execute(
    db,
  )
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
  await openOn(device, ref)
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

test('while six new accounts use one phone, whatever they ask for waits until they are two weeks old', async () => {
  const { ref } = await givenWithdrawal(db)
  const [device, production] = [newDevice(), { ...economy, firstPayoutHoldHours: 24 }]
  await openOn(device, ref)
  const signUpThere = async (daysAgo: number) => {
    const memberId = await givenAccount(db, { device })
    await setAge(memberId, daysAgo)
  }
  for (let account = 0; account < 4; account += 1) await signUpThere(13)
  await signUpThere(15)
  expect(await reasonsOf(ref, production)).toEqual(['first-payout'])
  await signUpThere(1)
  const [, phone] = await evaluate(ref, production)
  expect(phone).toMatchObject({ reason: 'cluster', facts: { accounts: 6 }, endsSoonerBy: 'decision' })
  expect((phone?.until?.getTime() ?? 0) - (phone?.since.getTime() ?? 0)).toBe(14 * 24 * 3_600_000)
  // An installation that pays first payments at once has chosen not to wait.
  expect(await reasonsOf(ref)).toEqual([])
  await setAge(ref.memberId, 14)
  expect(await reasonsOf(ref, production)).toEqual(['first-payout'])
})

async function givenPausedFarm(size: number) {
  const members = await givenFarm(db, { size, paidToOne: size })
  const device = await db
    .selectFrom('session')
    .select(['address', 'userAgent'])
    .where('memberId', '=', members[0] ?? '')
    .where('userAgent', 'like', 'Phone %')
    .executeTakeFirstOrThrow()
  await findClusters(deps)
  const id = (await clusterOf(db, members[0] ?? '')) ?? ''
  const { version } = await previewCluster(deps, finance, { id })
  await decideCluster(deps, finance, { id, version, decision: 'pause', reason: 'One person' })
  return { members, device: { address: device.address ?? '', userAgent: device.userAgent ?? '' } }
}

test('who is left on the phone of a paused group waits a week for staff, and not for two paused accounts', async () => {
  const { members, device } = await givenPausedFarm(4)
  const { ref } = await givenWithdrawal(db)
  await setAge(ref.memberId, 100)
  expect(await reasonsOf(ref)).toEqual([])
  await openOn(device, ref)
  const [phone] = await evaluate(ref)
  expect(phone).toMatchObject({ reason: 'cluster', facts: { accounts: 4 } })
  expect((phone?.until?.getTime() ?? 0) - (phone?.since.getTime() ?? 0)).toBe(7 * 24 * 3_600_000)
  await lift(ref, phone?.holdId ?? '')
  expect(await reasonsOf(ref)).toEqual([])

  const other = await givenWithdrawal(db)
  await openOn(device, other.ref)
  expect(await reasonsOf(other.ref)).toEqual(['cluster'])
  await sql`update payout_pause set lifted_at = now(), lifted_by = 'staff:fatuma', lift_reason = 'Two people'
    where member_id in (${members[0]}, ${members[1]})`.execute(db)
  expect(await reasonsOf(other.ref)).toEqual([])
})

test('on a network with one kind of phone a paused farm holds newcomers, and nobody else', async () => {
  const { device } = await givenPausedFarm(12)
  for (let account = 0; account < 20; account += 1) await givenAccount(db, { device })
  const { ref } = await givenWithdrawal(db)
  await openOn(device, ref)
  expect(await evaluate(ref)).toMatchObject([{ reason: 'cluster', facts: { accounts: 12 } }])
  await setAge(ref.memberId, 14)
  expect(await reasonsOf(ref)).toEqual([])
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
