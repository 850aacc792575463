import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { answerSome, succeed } from '../../support/procedures.ts'
import { openStaff } from '../admin/staff.ts'

const revenue = { account: 'partner-revenue', number: 4000, type: 'revenue', usdMinor: 0 }
const rewards = { account: 'rewards-expense', number: 5000, type: 'expense', usdMinor: 0 }
const earner = { usdMinor: 0, revenueMinor: 3_921_342, rewardsMinor: 1_602_800 }

// Backed by packages/core/src/books/journal/close-period.test.ts
test('profit and loss adds up, and the journal is downloaded for its days', async ({ page }) => {
  // A new installation has no day that is over.
  const profit = {
    months: [
      { ...rewards, month: '2026-10', kesMinor: 1_602_800 },
      { ...revenue, month: '2026-10', kesMinor: 3_921_342 },
    ],
    partners: [{ ...earner, partnerId: crypto.randomUUID(), name: 'Savanna Panel' }],
    offers: [{ ...earner, surveyId: crypto.randomUUID(), title: 'Sun on the roof', credits: 12 }],
  }
  await answerSome(page, { 'admin.getProfitAndLoss': succeed(profit) })
  await openStaff(page, 'finance')
  await page.goto('/admin/books')
  await page.getByRole('tab', { name: 'Profit and loss' }).click()
  await expect(page).toHaveURL('/admin/books?tab=profit')
  const months = page.getByRole('region', { name: 'By month' })
  await expect(months.getByRole('row')).toContainText([
    /October 2026/,
    /4000 Partner revenue.*KES 39,213\.42/,
    /5000 Rewards.*KES 16,028\.00/,
    /Result.*KES 23,185\.42/,
  ])
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
  await expectLooksAccessible(page, 'profit and loss')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the journal' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^chuma-journal-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain('Date,Reference,Account number,Account name')
})
