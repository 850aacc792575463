import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'

test.each([
  [
    'phone',
    'Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
  [
    'phone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148',
  ],
  ['phone', 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'],
  ['phone', 'Opera/9.80 (Android; Opera Mini/36.2.2254/191.303; U; en) Presto/2.12.423 Version/12.16 Mobile'],
  ['phone', 'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10'],
  ['phone', 'Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5'],
  ['tablet', 'Mozilla/5.0 (Linux; Android 13; SM-T500) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (Android 14; Tablet; rv:132.0) Gecko/132.0 Firefox/132.0'],
  [
    'tablet',
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Version/12.1.2 Mobile/15E148',
  ],
  ['desktop', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'],
  ['desktop', 'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Tablet PC 2.0)'],
  ['desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  [
    'desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
  ],
  [null, 'curl/8.10.1'],
  [null, ''],
  [null, null],
])('%s: %s', (device, userAgent) => {
  expect(deviceOf(userAgent)).toBe(device)
})
