import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { signInStaff } from '../../support/people.ts'
import { test } from '../../support/told-story.ts'
import { openStaff } from '../admin/staff.ts'
import { findRow } from './offers.ts'

const STUDY = 'Saving and mobile money'

async function openStudy(page: Page): Promise<void> {
  await page.goto('/admin/surveys')
  await (await findRow(page, STUDY)).getByRole('button', { name: `Actions: ${STUDY}` }).click()
  await page.getByRole('menuitem', { name: 'Results' }).click()
  await expect(page.getByRole('heading', { name: STUDY })).toBeVisible()
}

const chooseWomen = async (page: Page) => {
  const group = page.getByLabel('Group', { exact: true })
  const label = await group.locator('option', { hasText: 'Female' }).innerText()
  await group.selectOption({ label })
  await expect(page).toHaveURL(/profile=sex/)
}

test('staff count, compare and weigh answers by what people told about themselves', async ({ page }) => {
  await signInStaff(page)
  await openStudy(page)
  await chooseWomen(page)
  await expectLooksAccessible(page, 'results of a group')
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await page.getByRole('button', { name: 'Weights' }).click()
  await page.getByLabel('Weigh by').selectOption('Sex')
  await page.getByLabel('Female', { exact: true }).fill('51')
  await page.getByLabel('Male', { exact: true }).fill('49')
  await page.getByRole('button', { name: 'Weigh', exact: true }).click()
  await expect(page.getByText(/^Weighed by: Sex/)).toBeVisible()
  await expect(page.getByText(/people are weighed\. They say as much as/)).toBeVisible()

  await page.getByRole('tab', { name: 'Compare' }).click()
  await page.getByLabel('Groups by').selectOption('County')
  await expect(page.getByRole('columnheader', { name: /Nairobi/ })).toBeVisible()
})

// Backed by packages/core/src/surveys/results/groups/groups.test.ts
test('a survey manager chooses one group, and nothing with it', { tag: '@long' }, async ({ page }) => {
  await openStaff(page, 'content')
  await openStudy(page)
  await page.getByLabel('Who', { exact: true }).selectOption({ index: 1 })
  await chooseWomen(page)
  await expect(page).not.toHaveURL(/who=/)
  await expect(page.getByLabel('Who', { exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Weights' })).toBeHidden()
  await page.getByRole('tab', { name: 'Compare' }).click()
  await expect(page.getByText('a group goes with nothing else')).toBeVisible()
  await page.getByLabel('Group', { exact: true }).selectOption('')
  await expect(page.getByLabel('Groups by')).toBeVisible()
})
