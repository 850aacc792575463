import { expect, test } from 'vitest'
import { nameDevice } from './sessions.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/143.0.0.0 Mobile Safari/537.36`],
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/143.0.0.0 Safari/537.36`],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  [
    'Safari on iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'Opera on Android',
    'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16',
  ],
  ['Windows', 'Mozilla/5.0 (Windows NT 10.0) Evil.example/2.0'],
  ['Unknown device', 'Visit www.evil.example/1.0 now'],
  ['Unknown device', 'curl/8.14.1'],
  ['Unknown device', '\r\n<script>'],
  ['Unknown device', '__proto__/1.0 (constructor)'],
  ['Unknown device', ''],
  ['Unknown device', null],
])('the name %s is given to %j', (name, userAgent) => {
  expect(nameDevice(userAgent)).toBe(name)
})
