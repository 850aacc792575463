import { expect, test } from 'vitest'
import { type ClusterFacts, findEdges, groupMembers, type Person } from './find-groups.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 12, minute))
const person = (changed: Partial<Person> = {}): Person => ({
  signedUpAt: at(0),
  sharesPhone: false,
  earnings: [],
  ...changed,
})
/** Accounts `a`, `b`… that signed up days apart, except for what is given. */
const people = (count: number, changed: Partial<Person> = {}) =>
  new Map(
    Array.from({ length: count }, (_, index) => [
      `m${String(index).padStart(3, '0')}`,
      person({ signedUpAt: new Date(Date.UTC(2026, 0, 5 + index)), ...changed }),
    ]),
  )
const facts = (given: Partial<ClusterFacts> & Pick<ClusterFacts, 'people'>): ClusterFacts => ({
  things: [],
  invitations: [],
  browsers: [],
  ...given,
})
const names = (of: ClusterFacts['people']) => [...of.keys()]
const sizes = (given: ClusterFacts) => groupMembers(findEdges(given)).map(({ length }) => length)
const earnedAt = (...minutes: number[]) => minutes.map((minute) => ({ kind: 'survey', at: at(minute) }))

test.each([
  ['mailbox', 60],
  ['destination', 60],
  ['device', 30],
] as const)('two accounts with one %s have an edge of %i', (kind, weight) => {
  const two = people(2)
  expect(findEdges(facts({ people: two, things: [{ kind, members: names(two) }] }))).toEqual([
    { memberId: 'm000', otherId: 'm001', kind, weight },
  ])
})

test('an invitation alone is an edge, and connects nobody', () => {
  const three = people(3)
  const invitations = [
    { memberId: 'm000', friendId: 'm001', sharesNetwork: false },
    { memberId: 'm001', friendId: 'm002', sharesNetwork: false },
  ]
  expect(findEdges(facts({ people: three, invitations }))).toHaveLength(2)
  expect(sizes(facts({ people: three, invitations }))).toEqual([])
})

test('sign-ups in the same minutes are no reason without another', () => {
  expect(findEdges(facts({ people: people(9, { signedUpAt: at(0) }) }))).toEqual([])
})

test('one phone, one inviter and the same minutes together connect', () => {
  const together = people(3, { signedUpAt: at(0) })
  const phone = [{ kind: 'device' as const, members: names(together) }]
  expect(sizes(facts({ people: together, things: phone }))).toEqual([])
  const invitations = ['m000', 'm001', 'm002'].map((friendId) => ({
    memberId: 'x',
    friendId,
    sharesNetwork: false,
  }))
  expect(sizes(facts({ people: together, things: phone, invitations }))).toEqual([3])
})

test('earning the same things in the same minutes, five times, connects accounts on one phone', () => {
  const [lockstep, fewer] = [earnedAt(1, 60, 120, 180, 240), earnedAt(1, 60, 120, 180)]
  const farm = people(3, { earnings: lockstep })
  const things = [{ kind: 'device' as const, members: names(farm) }]
  expect(sizes(facts({ people: farm, things }))).toEqual([3])
  const family = people(3, { signedUpAt: at(0), earnings: fewer })
  expect(sizes(facts({ people: family, things }))).toEqual([])
})

test('one phone with more accounts than a household may declare connects them', () => {
  const onePhone = (count: number) => {
    const members = people(count)
    return sizes(facts({ people: members, things: [{ kind: 'device' as const, members: names(members) }] }))
  }
  expect(onePhone(5)).toEqual([])
  expect(onePhone(6)).toEqual([6])
})

test('a browser that opened two accounts is one device', () => {
  const two = people(2)
  const browsers = [{ memberId: 'm001', otherId: 'm000' }]
  expect(findEdges(facts({ people: two, browsers }))).toEqual([
    { memberId: 'm000', otherId: 'm001', kind: 'device', weight: 30 },
  ])
})

test('300 honest members behind one address with one kind of phone form no cluster', () => {
  const district = people(300, { signedUpAt: at(0) })
  const things = [{ kind: 'device' as const, members: names(district) }]
  const invitations = names(district)
    .slice(1)
    .map((friendId) => ({ memberId: 'm000', friendId, sharesNetwork: true }))
  expect(sizes(facts({ people: district, things, invitations }))).toEqual([])
})

test('on a phone that looks like a network, invitations connect those who share numbers', () => {
  const farm = people(300)
  const all = names(farm)
  const invite = (sharesNetwork: boolean) =>
    all.slice(1).map((friendId, at) => ({ memberId: all[Math.floor(at / 3)] ?? '', friendId, sharesNetwork }))
  // A number for every three accounts.
  const things = all.slice(0, 100).map((name, at) => ({
    kind: 'destination' as const,
    members: [name, all[at + 100] ?? '', all[at + 200] ?? ''],
  }))
  expect(sizes(facts({ people: farm, things, invitations: invite(true) }))).toEqual([300])
  expect(sizes(facts({ people: farm, things, invitations: invite(false) }))).toEqual(things.map(() => 3))
})

test('a destination of thousands of accounts makes one edge for each, not for each pair', () => {
  const many = people(400)
  const edges = findEdges(facts({ people: many, things: [{ kind: 'destination', members: names(many) }] }))
  expect(edges).toHaveLength(399)
  expect(groupMembers(edges)).toHaveLength(1)
})

const onePhone = (count: number, changed: Partial<Person>) => {
  const household = people(count, { signedUpAt: at(0), sharesPhone: true, ...changed })
  const invitations = names(household)
    .slice(1)
    .map((friendId) => ({ memberId: 'm000', friendId, sharesNetwork: false }))
  return facts({ people: household, things: [{ kind: 'device', members: names(household) }], invitations })
}

test('up to five accounts that declare to share a phone have no edge because of it', () => {
  expect(sizes(onePhone(5, {}))).toEqual([])
  expect(findEdges(onePhone(5, {})).filter(({ kind }) => kind === 'device')).toEqual([])
  expect(sizes(onePhone(5, { sharesPhone: false }))).toEqual([5])
})

test('a sixth account that declares it makes all of them count', () => {
  expect(sizes(onePhone(6, {}))).toEqual([6])
})

test('one that does not declare it stays connected with all', () => {
  const given = onePhone(4, {})
  const quiet = new Map([...given.people, ['m000', { ...person(), sharesPhone: false }]])
  const devices = findEdges({ ...given, people: quiet }).filter(({ kind }) => kind === 'device')
  expect(devices.every(({ memberId }) => memberId === 'm000')).toBe(true)
  expect(devices).toHaveLength(3)
})

test.each(['destination', 'mailbox'] as const)(
  'a farm that declares a phone and has one %s gains nothing',
  (kind) => {
    const given = onePhone(5, {})
    const things = [...given.things, { kind, members: ['m001', 'm003'] }]
    expect(sizes({ ...given, things })).toEqual([5])
  },
)

test('six accounts that declare one phone and change addresses are still six', () => {
  const six = people(6, { sharesPhone: true, signedUpAt: at(0) })
  const all = names(six)
  const things = [all.slice(0, 4), all.slice(2)].map((members) => ({ kind: 'device' as const, members }))
  expect(
    findEdges(facts({ people: six, things })).filter(({ kind }) => kind === 'device').length,
  ).toBeGreaterThan(0)
})
