import { expect, test } from 'vitest'
import { createAlarm } from './create-alarm.ts'

function createTimedAlarm() {
  let now = 0
  const alarm = createAlarm({ refusals: 3, withinMs: 60_000, calmMs: 300_000 }, () => now)
  return { alarm, pass: (seconds: number) => (now += seconds * 1000) }
}

test('an alarm sounds from many refusals within a minute, and not from as many in a longer time', () => {
  const { alarm, pass } = createTimedAlarm()
  for (let count = 0; count < 20; count++) {
    alarm.count()
    pass(31)
    expect(alarm.isOn()).toBe(false)
  }
  pass(60)
  alarm.count()
  alarm.count()
  expect(alarm.isOn()).toBe(false)
  alarm.count()
  expect(alarm.isOn()).toBe(true)
})

test('it ends after five minutes without as many', () => {
  const { alarm, pass } = createTimedAlarm()
  for (let count = 0; count < 3; count++) alarm.count()
  pass(299)
  expect(alarm.isOn()).toBe(true)
  for (let count = 0; count < 3; count++) alarm.count()
  pass(299)
  expect(alarm.isOn()).toBe(true)
  alarm.count()
  pass(1)
  expect(alarm.isOn()).toBe(false)
})
