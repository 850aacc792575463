import type { DecideCreditReviewInput } from '@chuma/contract/partners/partners'
import { listReviews } from '@chuma/db/queries/partners/claims'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import type { StaffActor } from '../../caller.ts'
import { createTestDeps, readRows, refusals } from '../../testing.ts'
import { decideClaim, getClaim, openClaim } from '../claims.ts'
import { listMyClicks } from '../clicks.ts'
import { decideCreditReview, getCreditReview } from '../reviews.ts'
import { givenClick, givenLinkClick, listCredits } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const staff: StaffActor = { name: 'staff:amina', address: null }
const available = async (memberId: string) => (await getBalance(db, memberId)).availablePoints
const statesOf = async (memberId: string) =>
  (await listCredits(db, memberId)).map(({ state, points }) => `${state} ${points}`)

/** A member's credit of $20 for a click that promises 50 points. */
async function givenReview(given: { usd?: number; scheme?: object } = {}) {
  const made = await givenLinkClick(deps, given)
  await made.tell('credit', 't1', { goal: 'install', usd: given.usd ?? 20 })
  const [credit] = await listCredits(db, made.member.memberId)
  const id = credit?.creditId ?? ''
  const decide = (decision: DecideCreditReviewInput['decision'], by = staff) =>
    decideCreditReview(deps, by, { id, decision, reason: 'Asked the partner' })
  return { ...made, id, decide }
}

describe('a credit in review', () => {
  test('is paid as promised, is logged, and cannot be decided again', async () => {
    const { member, id, decide } = await givenReview()
    expect(await decide('promised')).toMatchObject({
      state: 'available',
      points: 50,
      decidedBy: 'staff:amina',
    })
    expect(await listTransactions(db, member.memberId, { limit: 5 })).toMatchObject([
      { kind: 'offer', points: 50 },
    ])
    const audit = await readRows(db, 'auditEntry', ['actor', 'action', 'reason', 'after'], {
      subject: `credit:${id}`,
    })
    expect(audit).toMatchObject([
      {
        actor: 'staff:amina',
        action: 'decide-credit-review',
        reason: 'Asked the partner',
        after: { state: 'available', points: 50 },
      },
    ])
    await expect(decide('rejected')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  })

  test('is paid what the amount buys, and a later goal completes the promise', async () => {
    const { member, decide, tell } = await givenReview()
    expect(await decide('bought')).toMatchObject({ state: 'available', points: 20 })
    await tell('credit', 't2', { goal: 'purchase', usd: 30 })
    expect(await available(member.memberId)).toBe(50)
  })

  test('whose amount buys nothing is paid in full or not at all', async () => {
    const { decide } = await givenReview({ usd: 0.2 })
    await expect(decide('bought')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('is rejected with a reason that the member sees, and can be claimed', async () => {
    const { member, decide } = await givenReview()
    expect(await decide('rejected')).toMatchObject({ state: 'cancelled' })
    expect(await listMyClicks(deps, member)).toMatchObject([
      { state: 'refused', refusal: 'Asked the partner', canClaim: true },
    ])
    expect(await available(member.memberId)).toBe(0)
  })

  test('waits for the rest of the hold after it was decided', async () => {
    const { member, decide } = await givenReview({ scheme: { holdDays: 3 } })
    expect(await decide('promised')).toMatchObject({ state: 'pending', points: 50 })
    expect(await available(member.memberId)).toBe(0)
  })

  test('is taken back by the partner as it was paid', async () => {
    const { member, decide, tell } = await givenReview()
    await decide('bought')
    await tell('reverse', 't1')
    expect(await available(member.memberId)).toBe(0)
    expect(await statesOf(member.memberId)).toEqual(['reversed 20'])
  })

  test('closes the other goals of its click when the promise is paid', async () => {
    const { member, decide, tell } = await givenReview()
    await tell('credit', 't2', { goal: 'purchase', usd: 5 })
    await decide('promised')
    expect(await statesOf(member.memberId)).toEqual(['available 50', 'cancelled 50'])
  })

  test('of a survey completes it when it is paid, and other clicks pay nothing', async () => {
    const { member, tell } = await givenClick(deps)
    await tell({ kind: 'credit', amountUsdMicros: 1_000_000 })
    const [credit] = await listCredits(db, member.memberId)
    const wish = { id: credit?.creditId ?? '', decision: 'promised', reason: 'Yes' } as const
    await decideCreditReview(deps, staff, wish)
    expect(await available(member.memberId)).toBe(6)
    await tell({ kind: 'credit', transactionId: 't2' })
    expect(await available(member.memberId)).toBe(6)
  })
})

describe('who decides', () => {
  test('of two staff at the same time one counts', async () => {
    const { member, decide } = await givenReview()
    const other = { name: 'staff:baraka', address: null }
    const results = await startTogether(db, member.memberId, () => [
      decide('promised'),
      decide('bought', other),
    ])
    expect(refusals(results)).toEqual(['ALREADY_DECIDED'])
    expect([20, 50]).toContain(await available(member.memberId))
  })

  test('nobody decides about their own credit', async () => {
    const { member, decide } = await givenReview()
    const self = { name: `member:${member.memberId}`, address: null }
    await expect(decide('promised', self)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await available(member.memberId)).toBe(0)
  })

  test('above the day’s limit of their person a second person approves', async () => {
    const { decide } = await givenReview()
    const { actor } = await givenStaff(deps)
    await expect(decide('promised', actor)).resolves.toMatchObject({ state: 'available' })
    const terms = { ...(await deps.economy()), dailyCreditsOwnerKes: 1000, dailyCreditsStaffKes: 1000 }
    const strict = { ...deps, economy: async () => terms }
    const { id, member } = await givenReview()
    const wish = { id, decision: 'promised', reason: 'Yes' } as const
    await expect(decideCreditReview(strict, actor, wish)).rejects.toMatchObject({ code: 'APPROVAL_PENDING' })
    expect(await available(member.memberId)).toBe(0)
  })
})

describe('a claim for a click with a credit in review', () => {
  test('names the review, and is granted only once that is decided', async () => {
    const { member, clickId, id, decide } = await givenReview()
    const claim = await openClaim(deps, member, { clickId, note: 'I finished it' })
    expect(await getClaim(deps, { id: claim.id })).toMatchObject({ review: { id } })
    expect(await getCreditReview(deps, { id })).toMatchObject({ review: { claimId: claim.id } })
    const grant = () => decideClaim(deps, staff, { id: claim.id, decision: 'credited', reason: 'Yes' })
    await expect(grant()).rejects.toMatchObject({ code: 'CREDIT_IN_REVIEW' })
    await decide('promised')
    await expect(grant()).rejects.toMatchObject({ code: 'ALREADY_CREDITED' })
    expect(await available(member.memberId)).toBe(50)
  })

  test('that was granted before is confirmed by the credit, which never waits', async () => {
    const { member, clickId, tell } = await givenLinkClick(deps)
    const claim = await openClaim(deps, member, { clickId, note: '' })
    await decideClaim(deps, staff, { id: claim.id, decision: 'credited', reason: 'Yes' })
    await tell('credit', 't1', { goal: 'install', usd: 1 })
    await tell('credit', 't2', { goal: 'purchase', usd: 49 })
    expect(await statesOf(member.memberId)).toEqual(['available 50'])
    await tell('reverse', 't1')
    expect(await available(member.memberId)).toBe(0)
  })
})

test('waiting credits are listed oldest first, settled ones newest first', async () => {
  const { partnerId, decide, id } = await givenReview()
  const list = (state: 'waiting' | 'settled') => listReviews(db, { state, partnerId, limit: 9 })
  expect(await list('waiting')).toMatchObject([
    {
      id,
      why: 'pays-less-than-promised',
      promisedPoints: 50,
      boughtPoints: 20,
      amountUsd: 20,
      goal: 'install',
    },
  ])
  await decide('bought')
  expect(await list('waiting')).toEqual([])
  expect(await list('settled')).toMatchObject([{ id, state: 'available', points: 20 }])
})

describe('a server whose clock is wrong', () => {
  afterEach(() => vi.useRealTimers())
  const setClock = (hours: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
  const release = (memberId: string, minutes: number) =>
    sql`update partner_credit set release_at = now() + make_interval(mins => ${minutes}) where member_id = ${memberId}`.execute(
      db,
    )

  test.each<{ clock: string; hours: number; minutes: number; state: string }>([
    { clock: 'fast', hours: 1, minutes: 30, state: 'pending' },
    { clock: 'slow', hours: -1, minutes: -30, state: 'available' },
  ])(
    'an hour $clock, neither pays a held credit early nor holds one too long',
    async ({ hours, minutes, state }) => {
      const { member, decide } = await givenReview()
      await release(member.memberId, minutes)
      setClock(hours)
      expect(await decide('promised')).toMatchObject({ state })
    },
  )

  test('an hour off, still lets a member claim a click for as long as the operator says', async () => {
    const { claimDays } = await deps.economy()
    const age = (memberId: string, minutes: number) =>
      sql`update click set clicked_at = now() - make_interval(days => ${claimDays}, mins => ${minutes}) where member_id = ${memberId}`.execute(
        db,
      )
    const [recent, old] = [await givenLinkClick(deps), await givenLinkClick(deps)]
    await age(recent.member.memberId, -30)
    await age(old.member.memberId, 30)
    setClock(1)
    const [fresh] = await listMyClicks(deps, recent.member)
    expect(fresh).toMatchObject({ canClaim: true })
    await openClaim(deps, recent.member, { clickId: fresh?.id ?? '', note: '' })
    setClock(-1)
    const [late] = await listMyClicks(deps, old.member)
    expect(late).toMatchObject({ canClaim: false })
    const refused = openClaim(deps, old.member, { clickId: late?.id ?? '', note: '' })
    await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
