// Not the fixtures' test, which fails on every violation of the policy.
import { expect, test } from '@playwright/test'
import { openStaff } from './staff.ts'

// Backed by apps/server/test/security/csp-reports.test.ts
test('what a browser refused is reported to us, and staff see it on the page System', async ({ page }) => {
  const sent = page.waitForRequest((request) => request.url().endsWith('/csp-reports'))
  await page.goto('/about?token-like=secret')
  await page.evaluate(() => {
    const image = new Image()
    image.src = 'https://refused.example/pixel.png?secret=1'
    document.body.append(image)
  })
  await sent
  await openStaff(page, 'analyst')
  await page.goto('/admin/system')
  const entries = page.getByRole('list', { name: 'Refused by browsers' }).getByRole('listitem')
  const entry = entries.filter({ hasText: 'https://refused.example' })
  await expect(entry).toContainText('img-src on /about')
  await expect(entry).not.toContainText('secret')
  await expect(entries.filter({ hasText: 'eval' }), 'our own pages report nothing').toHaveCount(0)
})
