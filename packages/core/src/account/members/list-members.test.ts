import { randomUUID } from 'node:crypto'
import { type ListMembersInput, listMembersInput } from '@chuma/contract/account/members'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenSession } from '../../auth/testing.ts'
import { pausePayouts } from '../../payouts/pauses.ts'
import { finance } from '../../payouts/testing.ts'
import { createTestDeps, givenMember, setRows } from '../../testing.ts'
import { nameDestination } from '../../wallet/destinations/name-destination.ts'
import { listMembers } from '../members.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

type Person = { name: string; change?: Record<string, unknown>; points?: number }
const ids: Record<string, string> = {}

async function given({ name, change = {}, points = 0 }: Person) {
  const [firstName, lastName] = name.split(' ')
  const { memberId } = await givenMember(db, { email: `${randomUUID().slice(0, 8)}@sokoni.co.ke`, points })
  await setRows(db, 'member', { memberId }, { firstName, lastName, ...change })
  ids[name] = memberId
}

beforeAll(async () => {
  await given({ name: 'Wanjiku Kamau', change: { createdAt: new Date('2026-01-01') }, points: 5 })
  await given({
    name: 'Otieno Odhiambo',
    change: { createdAt: new Date('2026-01-02'), country: 'Uganda' },
    points: 50,
  })
  await given({
    name: 'Percy 100%',
    change: { createdAt: new Date('2026-01-03'), emailVerifiedAt: null },
    points: 20,
  })
  await given({
    name: 'Amina Hassan',
    change: { createdAt: new Date('2026-01-04'), adminRole: 'owner', premiumUntil: new Date('2999-01-01') },
  })
  await given({
    name: 'Brian Mutua',
    change: { createdAt: new Date('2026-01-05'), suspendedAt: new Date(), suspensionReason: 'Looked into' },
    points: 20,
  })
  await pausePayouts(deps, finance, { memberId: ids['Wanjiku Kamau'] ?? '', reason: 'Looked into' })
  const number = { method: 'mpesa', value: '254712345678', memberId: ids['Otieno Odhiambo'] ?? '' } as const
  await db.transaction().execute((trx) => nameDestination(trx, deps, number))
  await sql`update member_seen set last_seen_at = m.created_at from member m
    where m.member_id = member_seen.member_id`.execute(db)
})

async function list(input: Partial<ListMembersInput>): Promise<string[]> {
  const rows = await listMembers(deps, listMembersInput.parse(input))
  return rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
}

const all = ['Brian Mutua', 'Amina Hassan', 'Percy 100%', 'Otieno Odhiambo', 'Wanjiku Kamau']

test.each<[string, string, string[]]>([
  ['a part of a name in any case', 'WANJ', ['Wanjiku Kamau']],
  ['two parts in any order', 'odhia otie', ['Otieno Odhiambo']],
  ['short words as they stand', 'no od', ['Otieno Odhiambo']],
  ['part of an address', '@sokoni', all],
  ['a wildcard of the database', '100%', ['Percy 100%']],
  ['another wildcard', '00_', []],
  ['a number as the member writes it', '0712 345 678', ['Otieno Odhiambo']],
  ['the same number from abroad', '+254712345678', ['Otieno Odhiambo']],
  ['an unknown number', '0712 345 679', []],
  ['an unknown name', 'Zebedayo', []],
])('staff find members by %s', async (_what, search, expected) => {
  expect(await list({ search })).toEqual(expected)
})

test('staff find a member by id', async () => {
  expect(await list({ search: ids['Amina Hassan'] ?? '' })).toEqual(['Amina Hassan'])
})

test.each<[Partial<ListMembersInput>, string[]]>([
  [{ isVerified: false }, ['Percy 100%']],
  [{ isVerified: true, isSuspended: false }, ['Amina Hassan', 'Otieno Odhiambo', 'Wanjiku Kamau']],
  [{ isPremium: true }, ['Amina Hassan']],
  [{ isPremium: false }, all.filter((name) => name !== 'Amina Hassan')],
  [{ isSuspended: true }, ['Brian Mutua']],
  [{ isPaused: true }, ['Wanjiku Kamau']],
  [{ isPaused: false }, all.slice(0, -1)],
  [{ isAdmin: true }, ['Amina Hassan']],
  [{ isAdmin: false, country: 'kenya', isPaused: false }, ['Brian Mutua', 'Percy 100%']],
  [{ country: 'uganda' }, ['Otieno Odhiambo']],
])('filtered by %j the list shows only matching members', async (filter, expected) => {
  expect(await list(filter)).toEqual(expected)
})

const ORDERS: [ListMembersInput['sort'], string[]][] = [
  ['newest', all],
  ['oldest', [...all].reverse()],
  ['last-seen', all],
]
test.each(ORDERS)('sorted by %s, its pages show each member once', async (sort, expected) => {
  expect(await list({ sort })).toEqual(expected)
  expect(await listInPages(sort)).toEqual(expected)
})

test('sorted by points, pages show each member once, even with equal points', async () => {
  const names = await list({ sort: 'points' })
  expect(names[0]).toBe('Otieno Odhiambo')
  expect(names.slice(1, 3).sort()).toEqual(['Brian Mutua', 'Percy 100%'])
  expect(names.slice(3)).toEqual(['Wanjiku Kamau', 'Amina Hassan'])
  expect(await listInPages('points')).toEqual(names)
})

async function listInPages(
  sort: ListMembersInput['sort'],
  filter: Partial<ListMembersInput> = {},
): Promise<string[]> {
  const names: string[] = []
  let after: string | undefined
  for (;;) {
    const page = await listMembers(deps, listMembersInput.parse({ ...filter, sort, after, limit: 2 }))
    names.push(...page.map(({ firstName, lastName }) => `${firstName} ${lastName}`))
    after = page.at(-1)?.id
    if (page.length < 2) return names
  }
}

test('a row has what the specification lists and what staff need', async () => {
  const [row] = await listMembers(deps, listMembersInput.parse({ search: 'Wanjiku' }))
  expect(row).toMatchObject({
    id: ids['Wanjiku Kamau'],
    firstName: 'Wanjiku',
    country: 'Kenya',
    isEmailVerified: true,
    isAdmin: false,
    isPremium: false,
    points: 5,
    heldPoints: 0,
    totalEarnings: 0,
    surveysCompleted: 0,
    thisMonthEarnings: 0,
    rating: 5,
    isPaused: true,
    isSuspended: false,
    lastSeenAt: new Date('2026-01-01'),
  })
})

test('a sign-in moves a member to the front of the recently active', async () => {
  await givenSession(db, ids['Wanjiku Kamau'] ?? '')
  expect((await list({ sort: 'last-seen' }))[0]).toBe('Wanjiku Kamau')
})

test.each(['ab', '!!!', 'a b', '   '])(
  'a search for %j is refused, because it would match nearly everyone',
  (search) => {
    expect(listMembersInput.safeParse({ search }).success).toBe(false)
  },
)

/** From high to low, far apart and close together. */
const BALANCES = [2_500, 1_250, 1_249, 1_001, 1_000, 999, 750, 251, 250, 249, 1]

test.each<[ListMembersInput['sort'], string, number[]]>([
  ['points', 'Tanzania', [...BALANCES, -3, -249, -250, -600]],
  ['earnings', 'Rwanda', BALANCES],
])('sorted by %s, more comes first, however small the difference', async (sort, country, balances) => {
  for (const balance of [...balances].reverse()) {
    const name = `${sort} ${balance}`
    await given({ name, change: { country } })
    await (balance < 0 ? owe(ids[name] ?? '', -balance) : post(ids[name] ?? '', 'daily-login', balance))
  }
  const expected = balances.map((balance) => `${sort} ${balance}`)
  expect(await list({ sort, country })).toEqual(expected)
  expect(await listInPages(sort, { country })).toEqual(expected)
})

/** Take back what the member no longer has. */
async function owe(memberId: string, points: number) {
  await post(memberId, 'daily-login', points)
  await post(memberId, 'adjustment', -points)
  await post(memberId, 'reversal', -points, 1)
}

const HOUSE = { 'daily-login': 'rewards', adjustment: 'adjustments', reversal: 'reversals' } as const

function post(memberId: string, kind: keyof typeof HOUSE, points: number, reversesSeq?: number) {
  return insertPosting(db, {
    memberId,
    kind,
    availableDelta: points,
    heldDelta: 0,
    houseAccount: HOUSE[kind],
    sourceKey: `test:${randomUUID()}`,
    description: 'Points for a test',
    actor: 'system',
    ...(reversesSeq === undefined ? {} : { reversesSeq }),
  })
}
