import { expect } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { newPerson, test } from '../../support/fixtures.ts'
import { givenMember, signInStaff } from '../../support/people.ts'

test('the members are accessible', { tag: '@long' }, async ({ page }) => {
  await givenMember(page.request, newPerson())
  await signInStaff(page)
  await page.goto('/admin')
  await expect(page.getByRole('list', { name: 'Members' })).toBeVisible()
  await expectLooksAccessible(page, 'the members')
  const members = page.getByRole('list', { name: 'Members' })
  await members.getByRole('button', { name: 'Edit earnings' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectLooksAccessible(page, 'earnings being edited')
})
