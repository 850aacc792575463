import { expect, test } from 'vitest'
import { createAlarm } from './create-proof-of-work.ts'

function createTimedAlarm() {
  let now = 0
  const limits = { refusals: 3, withinMs: 60_000, calmMs: 300_000, kept: 4 }
  const alarm = createAlarm(limits, () => now)
  return { alarm, pass: (seconds: number) => (now += seconds * 1000) }
}

test('an alarm sounds from many refusals within a minute, and not from as many in a longer time', () => {
  const { alarm, pass } = createTimedAlarm()
  for (let count = 0; count < 20; count++) {
    alarm.count('a')
    pass(31)
    expect(alarm.isOn('a')).toBe(false)
  }
  pass(60)
  alarm.count('a')
  alarm.count('a')
  expect(alarm.isOn('a')).toBe(false)
  alarm.count('a')
  expect(alarm.isOn('a')).toBe(true)
})

test('it ends after five minutes without as many', () => {
  const { alarm, pass } = createTimedAlarm()
  for (let count = 0; count < 3; count++) alarm.count('a')
  pass(299)
  expect(alarm.isOn('a')).toBe(true)
  for (let count = 0; count < 3; count++) alarm.count('a')
  pass(299)
  expect(alarm.isOn('a')).toBe(true)
  alarm.count('a')
  pass(1)
  expect(alarm.isOn('a')).toBe(false)
})

test('it sounds for the network and the account of the refused attempts, and for no other', () => {
  const { alarm } = createTimedAlarm()
  for (let count = 0; count < 3; count++) alarm.count('network', 'account')
  for (let count = 0; count < 9; count++) alarm.count(null)
  expect(alarm.isOn('network', 'another account')).toBe(true)
  expect(alarm.isOn('another network', 'account')).toBe(true)
  expect(alarm.isOn('another network', 'another account', null)).toBe(false)
  expect(alarm.isOn()).toBe(false)
})

test('it forgets the one that was refused longest ago once it knows too many', () => {
  const { alarm } = createTimedAlarm()
  for (let count = 0; count < 3; count++) alarm.count('a')
  for (const name of ['b', 'c', 'd']) alarm.count(name)
  expect(alarm.isOn('a')).toBe(true)
  alarm.count('e')
  expect(alarm.isOn('a')).toBe(false)
})
