import { expect } from '@playwright/test'
import { test } from '../../support/fixtures.ts'

test('every page carries a policy of its own that lets nothing foreign in', { tag: '@journey' }, async ({
  request,
}) => {
  const policies = new Set<string>()
  for (const path of ['/', '/login', '/admin', '/no/such/page']) {
    const response = await request.get(path, { headers: { accept: 'text/html' } })
    const headers = response.headers()
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toMatch(/script-src [^;]*'nonce-/)
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    })
    policies.add(policy)
  }
  expect(policies.size, 'no nonce is used twice').toBe(4)
})

test('what was smuggled into a page as markup does not run', async ({ browser }) => {
  // A page of its own: the refusal that is wanted here fails every other test.
  const page = await browser.newPage()
  await page.goto('/login')
  const refused = await page.evaluate(() => {
    const violation = new Promise<string>((resolve) =>
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective)),
    )
    document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="document.title = 1">')
    return violation
  })
  expect(refused).toBe('script-src-attr')
  await page.close()
})

test.fail('a refusal anywhere on a page fails its test', async ({ page }) => {
  await page.goto('/login')
  await page.evaluate(() => fetch('https://elsewhere.example/').catch(() => undefined))
})
