import { expect, test } from 'vitest'
import { inEastAfricaTime } from './word-contact.ts'

test('support hours of another zone are said in East Africa Time', () => {
  expect(inEastAfricaTime('Mon-Fri 9:00 AM - 6:00 PM PST')).toEqual({
    text: 'Mon-Fri 8:00 PM - 5:00 AM EAT',
    isNextDay: true,
  })
  expect(inEastAfricaTime('Weekend 12:30 AM - 12:30 PM GMT')).toEqual({
    text: 'Weekend 3:30 AM - 3:30 PM EAT',
    isNextDay: false,
  })
})

test('hours in East Africa Time, and hours in words, stay as the operator wrote them', () => {
  expect(inEastAfricaTime('Mon-Fri 8:00 AM - 5:00 PM EAT')).toBeNull()
  expect(inEastAfricaTime('Every day, all day')).toBeNull()
})
