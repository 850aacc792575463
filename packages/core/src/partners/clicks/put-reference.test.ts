import { expect, test } from 'vitest'
import { putReference } from '../clicks.ts'

test.each([
  ['https://p.example/go?c={click_id}&a=1', 'https://p.example/go?c=REF&a=1'],
  ['https://p.example/go/{click_id}?again={click_id}', 'https://p.example/go/REF?again=REF'],
  ['https://p.example/go', 'https://p.example/go?subid=REF'],
  ['https://p.example/go?a=b%20c+d', 'https://p.example/go?a=b%20c+d&subid=REF'],
  ['https://p.example/go?', 'https://p.example/go?subid=REF'],
  ['https://p.example/go?a=1&', 'https://p.example/go?a=1&subid=REF'],
  ['https://p.example/go?a=1#top', 'https://p.example/go?a=1&subid=REF#top'],
  ['https://p.example/#/offers?a=1', 'https://p.example/?subid=REF#/offers?a=1'],
])('%s becomes %s', (url, expected) => {
  expect(putReference(url, 'REF')).toBe(expected)
})
