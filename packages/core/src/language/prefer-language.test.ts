import { expect, test } from 'vitest'
import { preferLanguage } from './prefer-language.ts'

test.each([
  ['sw', 'sw'],
  ['sw-KE,sw;q=0.9,en;q=0.8', 'sw'],
  ['en-US,en;q=0.9,sw;q=0.8', 'en'],
  ['en;q=0.2, SW-TZ;q=0.7', 'sw'],
  ['fr-FR,fr;q=0.9,sw;q=0.1', 'sw'],
  ['de, *;q=0.5', undefined],
  ['sw;q=0, en', 'en'],
  ['swe', undefined],
  ['', undefined],
  [undefined, undefined],
  [';;,q=,sw;q=much', undefined],
] as const)('the header %s selects %s', (header, language) => {
  expect(preferLanguage(header)).toBe(language)
})
