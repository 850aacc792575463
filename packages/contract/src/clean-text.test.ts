import { expect, test } from 'vitest'
import {
  cleanCode,
  cleanEmail,
  cleanIdentifier,
  cleanLine,
  cleanPhone,
  cleanSecret,
  cleanText,
  cleanUrl,
  plainDigits,
} from './clean-text.ts'

const MARKS = [
  '\u200b',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202c',
  '\u2060',
  '\u2066',
  '\u2069',
  '\ufeff',
  '\u00ad',
]
const SPACES = [' ', '\u00a0', '\u202f', '\u2009', '\u3000', '\t', '\n', '\r\n', '\u2028']

test.each([...MARKS, ...SPACES])('%j around a value is nothing', (mark) => {
  const around = (text: string) => `${mark}${text}${mark}`
  expect(cleanLine(around('Amina'))).toBe('Amina')
  expect(cleanText(around('Amina'))).toBe('Amina')
  expect(cleanIdentifier(around('SKL4X9'))).toBe('SKL4X9')
  expect(cleanCode(around('123 456'))).toBe('123456')
  expect(cleanSecret(around('abc123secret'))).toBe('abc123secret')
  expect(cleanUrl(around('https://a.example/x'))).toBe('https://a.example/x')
  expect(cleanEmail(around('Amina@Example.com'))).toBe('amina@example.com')
  expect(cleanPhone(around('0712345678'))).toBe('0712345678')
})

test('spaces within a line are plain and single, those of a text stay', () => {
  expect(cleanLine('Amina\u00a0\u202f Wanjiku\n Kamau')).toBe('Amina Wanjiku Kamau')
  expect(cleanText('one\u00a0two\n  three\u2028four')).toBe('one two\n  three\nfour')
})

test('emoji, and scripts that join their letters, stay whole', () => {
  for (const text of ['👩🏽‍🌾', '🏳️‍🌈', 'می‌خواهم', 'क्‍ष', 'ශ්‍රී ලංකා', '🏴󠁧󠁢󠁥󠁮󠁧󠁿']) {
    expect(cleanLine(text)).toBe(text.normalize('NFC'))
    expect(cleanText(text)).toBe(text.normalize('NFC'))
  }
})

test('joiners and blank letters make no second spelling of a name', () => {
  expect(cleanLine('Ad\u200dmin\u200c')).toBe('Admin')
  expect(cleanLine('\u3164')).toBe('')
  expect(cleanLine('\u200d')).toBe('')
})

test('an identifier is written with the keys of a keyboard', () => {
  expect(cleanIdentifier('ＡＢ１２‑３４−５')).toBe('AB12-34-5')
  expect(cleanIdentifier('O’Brien ‘x’ ʼ ＇')).toBe("O'Brien 'x' ' '")
  expect(cleanIdentifier('A\u200dB\u200cC')).toBe('ABC')
  expect(cleanCode('１２３–４５６')).toBe('123456')
})

test('a secret keeps what is inside it', () => {
  expect(cleanSecret('ab c’1\n23\r\n')).toBe('ab c’123')
})

test.each([
  ['mailto:Jane@x.co?subject=Hi', 'jane@x.co'],
  ['Jane Doe <jane@x.co>', 'jane@x.co'],
  ['jane＠ｘ.co', 'jane@x.co'],
  ['jane @x. co', 'jane@x.co'],
  ['jane@x.co,', 'jane@x.co'],
  ['jane doe@x.co', 'jane doe@x.co'],
])('%s is the address %s', (text, address) => expect(cleanEmail(text)).toBe(address))

test.each([
  ['\u202a+254\u00a0712\u00a0345678\u202c', '+254712345678'],
  ['\u2068+254712345678\u2069', '+254712345678'],
  ['(+254712345678)', '+254712345678'],
  ['0712‑345‑678', '0712345678'],
  ['0712–345−678', '0712345678'],
  ['\u200e0712345678', '0712345678'],
  ['＋254712345678', '+254712345678'],
  ['0711 22 33 44\n', '0711223344'],
  ['00254712345678', '+254712345678'],
  ['000254712345678', '+254712345678'],
  ['tel:+254712345678', '+254712345678'],
  ['Tel. 0712.345.678', '0712345678'],
  ["'0712345678", '0712345678'],
  ['0712/345678.', '0712345678'],
  ['٠٧١٢٣٤٥٦٧٨', '0712345678'],
])('%j is the number %s', (text, number) => expect(cleanPhone(text)).toBe(number))

test.each(['0711123456 ext 5', '0712345678\0', '07123x5678', '254+712345678'])(
  '%j stays, to be refused',
  (text) => expect(cleanPhone(text)).not.toMatch(/^\+?\d+$/),
)

test('digits of other scripts have their value', () => {
  expect(plainDigits('٠١٢٣٤٥٦٧٨٩ ۰۹ ०९ ০৯ 09')).toBe('0123456789 09 09 09 09')
})
