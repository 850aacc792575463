import { expect, test } from 'vitest'
import { renewNonce } from './renew-nonce.ts'

const keptPage = () =>
  new Response('<script nonce="b2xk"></script><style nonce="b2xk"></style>', {
    headers: {
      'content-security-policy':
        "default-src 'none'; script-src 'nonce-b2xk' 'strict-dynamic'; style-src 'nonce-b2xk'",
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'x-frame-options': 'DENY',
    },
  })

test('every opening of a cached page gets its own nonce, the same in policy and elements', async () => {
  const opened = await Promise.all([1, 2].map(() => renewNonce(keptPage())))
  const nonces = await Promise.all(
    opened.map(async (page) => {
      const policy = page.headers.get('content-security-policy') ?? ''
      const inPolicy = [...policy.matchAll(/'nonce-([^']+)'/g)].map(([, nonce]) => nonce)
      const inPage = [...(await page.text()).matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce)
      expect([inPolicy.length, inPage.length]).toEqual([2, 2])
      const [nonce, ...others] = new Set([...inPolicy, ...inPage])
      expect(others).toEqual([])
      return nonce
    }),
  )
  expect(new Set([...nonces, 'b2xk']).size).toBe(3)
  for (const nonce of nonces) expect(nonce).toMatch(/^[\w+/]{22}==$/)
})

test('a cached page keeps its other headers, except for its encoding', async () => {
  const { headers } = await renewNonce(keptPage())
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-encoding')).toBeNull()
})

test('a page without a policy is not opened', async () => {
  expect((await renewNonce(new Response('<script>1</script>'))).type).toBe('error')
})
