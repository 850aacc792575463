import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, signInStaff, staffToken } from '../../support/people.ts'
import { openStaff } from '../admin/staff.ts'
import { findRow, givenOffer } from './offers.ts'

const QUESTIONS = [
  {
    id: 1,
    type: 'multiple-choice',
    question: 'Where do you save?',
    options: ['Bank', 'SACCO'],
    required: true,
  },
  { id: 2, type: 'yes-no', question: 'Do you save every month?', required: true },
  { id: 3, type: 'text', question: 'What for?', required: false },
]

/** Six people with a bank who save monthly, and two with a SACCO who do not. */
async function givenAnswers(request: APIRequestContext) {
  const offer = await givenOffer(request, { kind: 'questions', externalUrl: '', questions: QUESTIONS })
  for (let number = 0; number < 8; number++) {
    const { token } = await givenMember(request)
    const data = {
      answers:
        number < 6
          ? { '1': 'Bank', '2': 'yes', '3': `School fees, year ${number}` }
          : { '1': 'SACCO', '2': 'no' },
    }
    const completed = await request.post(`/api/surveys/${offer.id}/complete`, {
      headers: bearer(token),
      data,
    })
    expect(completed.ok()).toBe(true)
  }
  return offer
}

/** Answers that tests give in no time wait for a check. */
async function openResults(page: Page, title: string): Promise<void> {
  await page.goto('/admin/surveys')
  await (await findRow(page, title)).getByRole('button', { name: `Actions: ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Results' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.getByLabel('Quality').selectOption('Also waiting and rejected')
  await expect(page).toHaveURL(/quality=all/)
}

test('staff read what members answered, compare groups, search words and take the file with them', {
  tag: '@journey',
}, async ({ page }) => {
  const { title } = await givenAnswers(page.request)
  await signInStaff(page)
  await openResults(page, title)

  const saved = page.getByRole('list', { name: 'Where do you save?' })
  await expect(saved.getByRole('listitem').first()).toContainText(/Bank\s*75%\s*6 people/)
  await expect(saved.getByRole('listitem').last()).toContainText(/SACCO\s*25%\s*2 people/)
  await expectLooksAccessible(page, 'results')

  await page.getByRole('button', { name: 'Weights' }).click()
  await page.getByLabel('Bank', { exact: true }).fill('50')
  await page.getByRole('button', { name: 'Weigh', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: '100% altogether' })).toBeVisible()
  await page.getByLabel('SACCO', { exact: true }).fill('50')
  await page.getByRole('button', { name: 'Weigh', exact: true }).click()
  await expect(saved.getByRole('listitem').first()).toContainText(/Bank\s*50%\s*6 people/)
  await expect(page.getByText('8 people are weighed. They say as much as 6 people')).toBeVisible()
  await page.getByRole('button', { name: 'Weights' }).click()
  await page.getByRole('button', { name: 'Remove weights' }).click()

  await page.getByLabel('Who', { exact: true }).selectOption({ label: 'SACCO' })
  await expect(saved.getByRole('listitem').last()).toContainText('100%')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Quality').selectOption('Also waiting and rejected')

  await page.getByRole('tab', { name: 'Compare' }).click()
  const table = page.getByRole('table')
  await expect(table.getByRole('row').filter({ hasText: 'Yes' })).toContainText(/100%.*0%/)
  await expectLooksAccessible(page, 'groups compared')

  await page.getByRole('tab', { name: 'Open answers' }).click()
  await page.getByLabel('Search', { exact: true }).fill('year 4')
  await expect(page.getByRole('listitem').filter({ hasText: 'School fees, year 4' })).toBeVisible()
  await expect(page.getByText('School fees, year 3')).toBeHidden()
  await expectLooksAccessible(page, 'open answers')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Answers (CSV)' }).click()
  expect((await download).suggestedFilename()).toBe('chuma-answers.csv')
})

// Backed by packages/core/src/surveys/results/survey-results.test.ts
test('a survey manager sees no answers of fewer than five people', { tag: '@long' }, async ({ page }) => {
  const { title } = await givenAnswers(page.request)
  await openStaff(page, 'content')
  await openResults(page, title)
  const saved = page.getByRole('list', { name: 'Where do you save?' })
  await expect(saved.getByRole('listitem').last()).toContainText('fewer than 5')
  await expect(saved.getByRole('listitem').first()).toContainText('fewer than 5')
  await expect(page.getByText('so that nobody can be recognised')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Open answers' })).toBeHidden()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([/Codebook/])
})

test('on a phone staff put open answers into categories, print the report and download the answers', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const { title } = await givenAnswers(page.request)
  await signInStaff(page)
  await openResults(page, title)
  await expect(page.getByRole('list', { name: 'Where do you save?' })).toContainText('Bank')

  await page.getByRole('tab', { name: 'Open answers' }).click()
  await page.getByLabel('New category').fill('Fees')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Edit category Fees' })).toBeVisible()
  await expect(page.getByText('6 answers are in no category yet')).toBeVisible()
  await page.getByRole('checkbox', { name: 'School fees, year 1' }).check()
  await page.getByRole('checkbox', { name: 'School fees, year 2' }).check()
  await page.getByRole('button', { name: '1 · Fees' }).click()
  await expect(page.getByText('4 answers are in no category yet')).toBeVisible()
  await page.getByRole('checkbox', { name: 'School fees, year 3' }).focus()
  await page.keyboard.press('1')
  await expect(page.getByText('3 answers are in no category yet')).toBeVisible()
  await expectLooksAccessible(page, 'categories')
  await page.getByRole('button', { name: 'Edit category Fees' }).click()
  await expect(
    page.getByRole('dialog').getByText('3 answers lose this category if you remove it.'),
  ).toBeVisible()
  await expectLooksAccessible(page, 'a category')
  await page.getByRole('button', { name: 'Close' }).click()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Answers in words (CSV)' }).click()
  expect((await download).suggestedFilename()).toBe('chuma-answers-in-words.csv')

  await page.getByRole('link', { name: 'Report', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Method' })).toBeVisible()
  await expect(page.getByText('no margin of sampling error is stated')).toBeVisible()
  const table = page.getByRole('table', { name: 'Table: Where do you save?' })
  await expect(table.getByRole('row').filter({ hasText: 'Bank' })).toContainText('75%')
  await expect(page.getByRole('heading', { name: '3. What for? · Categories' })).toBeVisible()
  await expectLooksAccessible(page, 'report')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(table).toBeVisible()
})

test('staff set tables out by two breaks on a phone, and download the workbook and a chart', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const { title } = await givenAnswers(page.request)
  await signInStaff(page)
  await openResults(page, title)

  const save = async (format: 'PNG' | 'SVG') => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Chart: 1. Where do you save?' }).click()
    await page.getByRole('menuitem', { name: `Download as ${format}` }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`chuma-chart-1.${format.toLowerCase()}`)
    return readFile(await file.path())
  }
  const svg = (await save('SVG')).toString()
  for (const words of ['Where do you save?', 'Bank', '75%', '8 answers', 'Not weighted'])
    expect(svg).toContain(words)
  expect(svg).not.toContain('var(')
  const png = await save('PNG')
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16)]).toEqual(['PNG', 1920])

  await page.getByRole('tab', { name: 'Tables' }).click()
  await page.getByLabel('Add a break').selectOption('1. Where do you save?')
  await page.getByLabel('Add a break').selectOption('2. Do you save every month?')
  const table = page.getByRole('region', { name: '1. Where do you save?' }).getByRole('table').first()
  await expect(table.getByRole('row').filter({ hasText: 'Base (people)' })).toContainText(
    /8 \*\s*6 \*\s*2 \*\s*6 \*/,
  )
  await expect(table.getByRole('row').filter({ hasText: 'SACCO' }).last()).toContainText(/25%\s*0%\s*100%/)
  await expectLooksAccessible(page, 'tables')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as Excel workbook' }).click()
  const workbook = await download
  expect(workbook.suggestedFilename()).toBe('chuma-tables.xlsx')
  expect((await readFile(await workbook.path())).toString('latin1', 0, 2)).toBe('PK')
  await page.getByRole('button', { name: 'Remove break: 1. Where do you save?' }).click()
  await expect(table.getByRole('columnheader')).toHaveText([
    /Do you save/,
    /Answer/,
    /Total/,
    /A Yes/,
    /B No/,
  ])
})

test('a report names whom the survey was for, and its quotas', async ({ page }) => {
  const offer = await givenOffer(page.request, { kind: 'questions', externalUrl: '', questions: QUESTIONS })
  const headers = bearer(await staffToken(page.request))
  const url = `/api/admin/surveys/${offer.id}`
  const rule = {
    and: [
      { is: 'any-of', attribute: 'county', codes: ['kisumu', 'kakamega'] },
      { is: 'age', from: 18, to: 60 },
    ],
  }
  const groups = ['female', 'male'].map((code) => ({ code, label: `All ${code}`, codes: [code] }))
  const quotas = {
    dimensions: [{ source: 'profile', code: 'sex', label: 'Sex', groups }],
    cells: [
      { groups: ['female'], target: 30 },
      { groups: ['male'], target: 20 },
    ],
    total: 50,
  }
  for (const [part, data] of [
    ['eligibility', { rule }],
    ['quotas', quotas],
  ] as const) {
    const saved = await page.request.put(`${url}/${part}`, { headers, data: { version: 0, ...data } })
    expect(saved.status()).toBe(200)
  }
  await openStaff(page, 'analyst')
  await page.goto(`/admin/surveys/${offer.id}/report`)
  await expect(page.getByText('County: Kisumu or Kakamega')).toBeVisible()
  await expect(page.getByText('Age: 18 to 60')).toBeVisible()
  const table = page.getByRole('table', { name: 'Quotas' })
  await expect(table.getByRole('row').filter({ hasText: 'All female' })).toContainText(/30\s*0/)
  await expect(page.getByText('0 of 50 people are accepted.')).toBeVisible()
  await expectLooksAccessible(page, 'report of a sample')
})
