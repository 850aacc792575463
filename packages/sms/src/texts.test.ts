import { LANGUAGES } from '@chuma/contract/platform'
import { expect, test } from 'vitest'
import { countSeptets, SEPTETS_OF_A_SEGMENT, toGsm, writeCodeText } from './texts.ts'

const code = { code: '012345', minutes: 10 }

test('the text has the code, the name and the warning, in both languages', () => {
  expect(writeCodeText({ ...code, language: 'en', productName: 'Chuma' })).toBe(
    '012345 is your Chuma code to prove this number. It works for 10 minutes. Do not share this code.',
  )
  expect(writeCodeText({ ...code, language: 'sw', productName: 'Chuma' })).toBe(
    '012345 ni msimbo wako wa Chuma wa kuthibitisha nambari hii. Unatumika kwa dakika 10. Usimpe mtu msimbo huu.',
  )
})

test.each(LANGUAGES)('the longest name fits one segment in %s, and no text has a link', (language) => {
  for (const productName of ['N'.repeat(40), 'Šířka “Čoko” 😀 Málaga ç', '☃'.repeat(40)]) {
    const text = writeCodeText({ ...code, language, productName })
    expect(countSeptets(text)).toBeLessThanOrEqual(SEPTETS_OF_A_SEGMENT)
    expect(text).not.toMatch(/https?:|www\.|\.(com|ke)\b/)
  }
})

test('characters outside the alphabet are counted as such, and names are spelled without them', () => {
  expect(countSeptets('€')).toBe(2)
  expect(countSeptets('“')).toBeNull()
  expect(toGsm('Šířka “Čoko” 😀')).toBe('Sirka Coko')
})
