import { expect, test } from 'vitest'
import { postbackUrls } from './postback-urls.ts'
import { bitlabs } from './presets/bitlabs.ts'
import { pollfish } from './presets/pollfish.ts'
import { tapjoy } from './presets/tapjoy.ts'

test('staff get complete URLs with the partner’s macros unchanged', () => {
  const [url] = postbackUrls(bitlabs, 'https://earn.example/', 'k3y')
  expect(url?.url).toMatch(/^https:\/\/earn\.example\/postback\/k3y\?uid=\[%USER:UID%\]&tx=\[%TX%\]&/)
})

test('a partner that appends its own parameters gets the bare URL', () => {
  expect(postbackUrls(tapjoy, 'https://earn.example', 'k3y').map(({ url }) => url)).toEqual([
    'https://earn.example/postback/k3y',
  ])
})

test('a partner that reports reversals separately gets a second URL', () => {
  const urls = postbackUrls(pollfish, 'https://earn.example', 'k3y').map(({ url }) => url)
  expect(urls).toHaveLength(2)
  expect(urls[1]).toContain('/postback/k3y?event=reconciliation&cpa=[[cpa]]')
})
