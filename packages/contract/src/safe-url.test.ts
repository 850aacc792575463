import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSafeUrl } from './safe-url.ts'

const HERE = 'https://chuma.example/surveys/7'

test.each([
  'https://example.com',
  'http://example.com/a?b=c&d=%20#e',
  'HTTPS://Example.com/Path',
  'https://sw.wikipedia.org/wiki/Kenya_(nchi)',
  'https://m-pesa.example:8443/x',
  'https://partner.example/go?click={click_id}',
  'https://example.com/?next=javascript:alert(1)',
  'https://xn--nairob-4ya.example/',
  'https://[2001:db8::1]/',
])('%s is a link', (text) => {
  expect(isSafeUrl(text)).toBe(true)
})

test.each([
  '',
  'example.com',
  '//example.com/x',
  '/surveys',
  '#top',
  'https:example.com',
  'https:/example.com',
  'https:///example.com',
  'http://',
  'https://',
  'https://user@example.com',
  'https://user:secret@example.com',
  'https://bank.example@evil.example/',
  'https://example.com\\@evil.example',
  'https://bank.example&#64;evil.example/',
  'https://bank.example&commat;evil.example/',
  'https:\\\\evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
  '&#106;avascript:alert(1)',
  'javascript&colon;alert(1)',
  'java&Tab;script:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'view-source:https://example.com',
  'intent://example.com#Intent;end',
  'ftp://example.com',
  'mailto:a@example.com',
  'tel:+254712345678',
  'https://exa mple.com',
  'https://example.com/a b',
  'https://example.com/\u202egnp.exe',
  'https://exam\u200bple.com',
  'https://example.com/\0',
  'ht\ntps://example.com',
  'https://example.com/\ud800',
  'https://[::1',
  'https://example.com:99999',
  `https://example.com/${'x'.repeat(2048)}`,
])('%j is not a link', (text) => {
  expect(isSafeUrl(text)).toBe(false)
})

/** What attackers put before, into and after a scheme. */
const trick = fc.constantFrom(
  '\t',
  '\n',
  '\r',
  '\0',
  '\u0001',
  '\u000b',
  ' ',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\\',
  '/',
  '//',
  ':',
  '&Tab;',
  '&NewLine;',
  '&colon;',
  '&#9;',
  '&#x0a;',
  '&#58;',
  '%09',
  '%0a',
  '%3a',
  '\\u0001',
  '.',
  '@',
)
const scheme = fc.constantFrom(
  'javascript',
  'JAVASCRIPT',
  'jAvAsCrIpT',
  'data',
  'vbscript',
  'blob',
  'file',
  'about',
  'filesystem',
  'http',
  'https',
)
const tail = fc.constantFrom(
  ':alert(1)',
  '://example.com/%0aalert(1)',
  ':text/html,<script>alert(1)</script>',
  '://user:pass@example.com',
  '://example.com/path?q=1#f',
  ':example.com',
  ':///example.com',
)

/** An address with tricks inserted anywhere. */
const hostile = fc
  .tuple(scheme, tail, fc.array(fc.tuple(trick, fc.nat({ max: 60 })), { maxLength: 4 }))
  .map(([start, end, tricks]) =>
    tricks.reduce((text, [piece, at]) => text.slice(0, at) + piece + text.slice(at), start + end),
  )

/** As in an attribute written by a careless template: entities are decoded. */
function decodeEntities(text: string): string {
  return text
    .replace(/&Tab;|&#9;/g, '\t')
    .replace(/&NewLine;|&#x0a;/g, '\n')
    .replace(/&colon;|&#58;/g, ':')
}

test('an accepted address leads a browser to an http or https page, without credentials', () => {
  fc.assert(
    fc.property(fc.oneof(hostile, fc.webUrl(), fc.string({ unit: 'binary' })), (text) => {
      if (!isSafeUrl(text)) return
      for (const read of [text, decodeEntities(text)]) {
        const { protocol, username, password, host } = new URL(read, HERE)
        expect(protocol).toMatch(/^https?:$/)
        expect(host).not.toBe('')
        expect(username + password).toBe('')
      }
      // A browser reads it the same on every page, and so does a person.
      expect(new URL(text, HERE).href).toBe(new URL(text).href)
      expect(text).not.toMatch(/[\s\p{Cc}\p{Cf}]/u)
    }),
    { numRuns: 5_000 },
  )
})

test('an address that a browser would run is never accepted', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const runs = [text, decodeEntities(text)].some(
        (read) => URL.canParse(read, HERE) && !/^https?:$/.test(new URL(read, HERE).protocol),
      )
      if (runs) expect(isSafeUrl(text)).toBe(false)
    }),
    { numRuns: 5_000 },
  )
})

test('ordinary addresses are accepted', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true, size: 'small' }), (text) => {
      expect(isSafeUrl(text)).toBe(true)
    }),
  )
})
