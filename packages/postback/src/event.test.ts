import { describe, expect, test } from 'vitest'
import { parseEvent } from './event.ts'
import type { Pair } from './request.ts'
import type { PartnerScheme } from './settings.ts'
import { aScheme } from './testing.ts'

const plain = aScheme().fields
const read = (query: Record<string, string>, scheme: Partial<PartnerScheme> = {}) => {
  const pairs: Pair[] = Object.entries({ user: 'c1', tx: 't1', usd: '1.5', status: 'paid', ...query })
  return parseEvent(aScheme(scheme), pairs)
}
const eventOf = (...call: Parameters<typeof read>) => {
  const parsed = read(...call)
  return parsed.ok ? parsed.event : parsed.reason
}

describe('the direction of the money', () => {
  const signed = { amountSign: 'signed' } as const
  const absolute = { amountSign: 'absolute' } as const
  test.each<[string, Record<string, string>, Partial<PartnerScheme>, unknown]>([
    ['a credit', {}, signed, { kind: 'credit', amountUsdMicros: 1_500_000 }],
    ['a reversal by status', { status: 'back' }, absolute, { kind: 'reverse', originalTransactionId: 't1' }],
    ['a reversal by sign', { usd: '-1.5' }, signed, { kind: 'reverse', amountUsdMicros: 1_500_000 }],
    [
      'a reversal by both',
      { status: 'back', usd: '-1.5' },
      absolute,
      { kind: 'reverse', amountUsdMicros: 1_500_000 },
    ],
    ['a reversal without an amount', { status: 'back', usd: '' }, signed, { kind: 'reverse' }],
    ['a credit below zero where signs mean nothing', { usd: '-1.5' }, absolute, 'amount-negative'],
    ['a credit of nothing', { usd: '0.00' }, signed, { kind: 'info', amountUsdMicros: 0 }],
    ['a credit of minus nothing', { usd: '-0' }, signed, { kind: 'info', amountUsdMicros: 0 }],
    [
      'a credit of less than can be counted',
      { usd: '0.0000001' },
      signed,
      { kind: 'info', amountUsdMicros: 0 },
    ],
    ['a credit without an amount', { usd: '' }, signed, 'amount-missing'],
    ['a status nobody knows', { status: 'maybe' }, signed, 'status-unknown'],
    ['a status in another case', { status: 'PAID' }, signed, 'status-unknown'],
    ['the status of every object', { status: 'constructor' }, signed, 'status-unknown'],
    ['no status', { status: '' }, signed, 'status-missing'],
  ])('%s', (_name, query, scheme, expected) => {
    const event = eventOf(query, scheme)
    if (typeof expected === 'string') expect(event).toBe(expected)
    else expect(event).toMatchObject(expected as object)
  })

  test('of several parameters the most cautious meaning counts', () => {
    const values = {
      a: 'credit',
      b: 'info',
      c: 'screenout',
      d: 'pending',
      e: 'ignore',
      f: 'reverse',
      g: 'test',
    } as const
    const statuses = ['status', 'type'].map((param) => ({ param, values }))
    const letters = Object.keys(values)
    letters.forEach((first, at) => {
      letters.forEach((second, against) => {
        const order = ['credit', 'info', 'screenout', 'pending', 'ignore', 'reverse', 'test']
        const kind = order[Math.max(at, against)]
        expect(eventOf({ status: first, type: second }, { statuses })).toMatchObject({ kind })
      })
    })
  })

  test('one parameter with an unknown value invalidates the others', () => {
    const statuses: PartnerScheme['statuses'] = [
      { param: 'status', values: { paid: 'credit' } },
      { param: 'type', values: { survey: 'credit' }, missing: 'credit' },
    ]
    expect(eventOf({ type: 'survey' }, { statuses })).toMatchObject({ kind: 'credit' })
    expect(eventOf({}, { statuses })).toMatchObject({ kind: 'credit' })
    expect(eventOf({ type: 'lottery' }, { statuses })).toBe('status-unknown')
    const lenient = statuses.map((status) => ({ ...status, otherwise: 'info' as const }))
    expect(eventOf({ type: 'lottery' }, { statuses: lenient })).toMatchObject({ kind: 'info' })
  })

  test('without statuses everything is a credit', () => {
    expect(eventOf({ status: '' }, { statuses: [] })).toMatchObject({ kind: 'credit' })
  })
})

describe('tests of the partner', () => {
  const fields = { ...plain, testFlag: 'debug' }
  test.each(['1', 'true', 'TRUE', 'yes', 'anything'])('debug=%s never pays', (debug) => {
    const negative = { debug, usd: '-5' }
    expect(eventOf({ debug }, { fields })).toMatchObject({ kind: 'test', isTest: true })
    expect(eventOf(negative, { fields })).toMatchObject({ kind: 'test', isTest: true })
    expect(eventOf({ debug, tx: 'r-1' }, { fields, txPrefixReversal: 'r-' })).toMatchObject({
      kind: 'test',
    })
    expect(eventOf({ debug, usd: '' }, { fields })).toMatchObject({ kind: 'test' })
  })
  test.each(['', '0', 'false', 'False', 'no'])('debug=%s is not a test', (debug) => {
    expect(eventOf({ debug }, { fields })).toMatchObject({ kind: 'credit', isTest: false })
  })
})

describe('the reversed transaction', () => {
  const reference = { fields: { ...plain, reference: 'ref' } }
  test.each<[string, Record<string, string>, Partial<PartnerScheme>, unknown]>([
    ['the same', { status: 'back' }, {}, 't1'],
    ['the one referred to', { status: 'back', ref: 't0' }, reference, 't0'],
    ['the same, where the reference is empty', { status: 'back', ref: '' }, reference, 't1'],
    ['the same, where the macro was not filled in', { status: 'back', ref: '[%REF%]' }, reference, 't1'],
    ['the one behind the prefix', { tx: 'r-t1' }, { txPrefixReversal: 'r-' }, 't1'],
    ['the one behind the prefix, once', { tx: 'r-r-t1' }, { txPrefixReversal: 'r-' }, 'r-t1'],
  ])('%s', (_name, query, scheme, original) => {
    expect(eventOf(query, scheme)).toMatchObject({ kind: 'reverse', originalTransactionId: original })
  })

  test('a prefix without an id names no transaction', () => {
    expect(eventOf({ tx: 'r-' }, { txPrefixReversal: 'r-' })).toBe('transaction-invalid')
  })
  test('a credit reverses nothing', () => {
    expect(eventOf({ ref: 't0' }, reference)).not.toHaveProperty('originalTransactionId')
    expect(eventOf({ ref: 't0' }, reference)).toMatchObject({ reference: 't0' })
  })
})

describe('amounts', () => {
  test('cents are cents', () => {
    const fields = { ...plain, amountUsd: { param: 'usd', unit: 'cents' as const } }
    expect(eventOf({ usd: '30' }, { fields })).toMatchObject({ amountUsdMicros: 300_000 })
  })
  test('with a rate, the partner’s points decide, and the dollar amount is not read', () => {
    const scheme = { fields: { ...plain, amountPoints: 'coins' }, pointsPerUsd: 300 }
    expect(eventOf({ coins: '100', usd: '99' }, scheme)).toMatchObject({
      amountUsdMicros: 333_333,
      amountPointsMicros: 100_000_000,
    })
    expect(eventOf({ coins: '', usd: '99' }, scheme)).toBe('amount-missing')
    expect(eventOf({ coins: '-100' }, scheme)).toMatchObject({ kind: 'reverse', amountUsdMicros: 333_333 })
  })
  test('points without a rate are only for comparison and may be invalid', () => {
    const fields = { ...plain, amountPoints: 'coins' }
    expect(eventOf({ coins: '12.5' }, { fields })).toMatchObject({ amountPointsMicros: 12_500_000 })
    expect(eventOf({ coins: '1,250' }, { fields })).not.toHaveProperty('amountPointsMicros')
  })
  test.each([
    ['NaN', 'amount-invalid'],
    ['1e309', 'amount-invalid'],
    ['0x10', 'amount-invalid'],
    ['1000000000', 'amount-too-large'],
    ['[%VALUE:USD%]', 'amount-missing'],
  ])('%s: %s', (usd, reason) => {
    expect(eventOf({ usd })).toBe(reason)
  })

  test.each([
    ['a cent more than the ceiling', { usd: '5.01' }, 'over-ceiling'],
    ['a millionth more', { usd: '5.000001' }, 'over-ceiling'],
    ['the ceiling itself', { usd: '5' }, { kind: 'credit' }],
    ['a pending one', { usd: '5.01', status: 'wait' }, 'over-ceiling'],
    ['a reversal of more', { usd: '-5.01' }, { kind: 'reverse' }],
  ])('%s', (_name, query, expected) => {
    const statuses: PartnerScheme['statuses'] = [
      { param: 'status', values: { paid: 'credit', wait: 'pending' } },
    ]
    const event = eventOf(query, { ceilings: { maxUsdCentsPerEvent: 500 }, statuses })
    if (typeof expected === 'string') expect(event).toBe(expected)
    else expect(event).toMatchObject(expected)
  })
})

describe('names', () => {
  test.each([
    ['an empty member', { user: '' }, 'user-missing'],
    ['a member of spaces', { user: '  ' }, 'user-missing'],
    ['a macro instead of a member', { user: '{user_id}' }, 'user-missing'],
    ['a member beyond measure', { user: 'x'.repeat(201) }, 'user-invalid'],
    ['a member with a line break', { user: 'a\nb' }, 'user-invalid'],
    ['a member in look-alike letters', { user: 'с1' }, 'user-invalid'],
    ['an empty transaction', { tx: '' }, 'transaction-missing'],
    ['a macro instead of a transaction', { tx: '[[tx_id]]' }, 'transaction-missing'],
    ['a transaction beyond measure', { tx: 'x'.repeat(201) }, 'transaction-invalid'],
  ])('%s: %s', (_name, query, reason) => {
    expect(eventOf(query)).toBe(reason)
  })

  test('text for people is cleaned and truncated rather than refused', () => {
    const fields = { ...plain, offerName: 'name', reason: 'why', ip: 'ip', offerId: 'offer' }
    const query = { name: 'Jibu\u202e maswali\n', why: '', ip: '::ffff:192.0.2.9', offer: 'é'.repeat(300) }
    expect(eventOf(query, { fields })).toMatchObject({
      offerName: 'Jibu maswali',
      memberIp: '192.0.2.9',
      offerId: 'é'.repeat(200),
    })
    expect(eventOf(query, { fields })).not.toHaveProperty('reasonCode')
    expect(eventOf({ ip: '127.1' }, { fields })).not.toHaveProperty('memberIp')
  })
})

test('an unusable event still reports everything that could be read', () => {
  expect(read({ usd: 'NaN', tx: '' })).toEqual({
    ok: false,
    reason: 'transaction-missing',
    claimed: { kind: 'credit', userRef: 'c1', pairs: expect.any(Array) },
  })
})

test('the goal is the step behind its offer, and absent when the partner names none', () => {
  const fields = { ...aScheme().fields, offerId: 'offer', goal: 'goal' }
  const goalIn = (query: Record<string, string>) => {
    const event = eventOf(query, { fields })
    return typeof event === 'string' ? event : event.goal
  }
  expect(goalIn({ offer: '7', goal: 'install' })).toBe('7/install')
  expect(goalIn({ goal: 'install' })).toBe('install')
  expect(goalIn({ offer: '7' })).toBeUndefined()
  expect(goalIn({ offer: '7', goal: '{goal_name}' })).toBeUndefined()
})
