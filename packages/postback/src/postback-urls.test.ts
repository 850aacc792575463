import { expect, test } from 'vitest'
import { postbackUrls } from './postback-urls.ts'
import { bitlabs } from './presets/bitlabs.ts'
import { pollfish } from './presets/pollfish.ts'
import { tapjoy } from './presets/tapjoy.ts'

test('the operator gets whole URLs with the partner’s macros left as they are', () => {
  const [url] = postbackUrls(bitlabs, 'https://earn.example/', 'k3y')
  expect(url?.url).toMatch(/^https:\/\/earn\.example\/postback\/k3y\?uid=\[%USER:UID%\]&tx=\[%TX%\]&/)
})

test('a partner who appends his parameters gets the bare URL', () => {
  expect(postbackUrls(tapjoy, 'https://earn.example', 'k3y').map(({ url }) => url)).toEqual([
    'https://earn.example/postback/k3y',
  ])
})

test('a partner who reports reversals elsewhere gets a second URL that says so', () => {
  const urls = postbackUrls(pollfish, 'https://earn.example', 'k3y').map(({ url }) => url)
  expect(urls).toHaveLength(2)
  expect(urls[1]).toContain('/postback/k3y?event=reconciliation&cpa=[[cpa]]')
})
