import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { bearer, staffToken } from '../../support/people.ts'
import { openStaff } from '../admin/staff.ts'

const unique = () => newPerson().email.replaceAll(/\D/g, '')

async function openTab(page: Page, name: 'Games' | 'Quizzes') {
  await page.goto('/admin')
  await page.getByRole('tab', { name, exact: true }).click()
  await expect(page).toHaveURL(`/admin?tab=${name.toLowerCase()}`)
}

// Backed by packages/core/src/tasks/admin-games.test.ts
// Backed by packages/contract/src/tasks/expected-spin.test.ts
test('the wheel shows its segments, what a spin pays on average and what that costs', {
  tag: '@long',
}, async ({ page }) => {
  await openStaff(page, 'analyst')
  await openTab(page, 'Games')
  const table = page.getByRole('table', { name: 'Segments of the wheel' })
  await expect(table.getByRole('row')).toHaveCount(9)
  await expect(table).toContainText('100 points')
  await expect(table).toContainText('%')
  const numbers = page.getByLabel('What the wheel pays')
  await expect(numbers).toContainText('Expected value of a spin')
  await expect(numbers).toContainText(/1\d\.\d+ points KES 1\d,\d{3}/)
  await expect(numbers).toContainText('Premium brings in KES 1,000 a month.')
  await expect(page.getByText('more than premium brings')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent spins' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit the segments' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Close the wheel' })).toHaveCount(0)
})

test('an owner enters new weights and sees what a spin would pay; a concurrent change loses no input', async ({
  page,
}) => {
  await openStaff(page, 'owner')
  await openTab(page, 'Games')
  await page.getByRole('button', { name: 'Edit the segments' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the segments' })
  const weight = dialog.getByRole('textbox', { name: 'Weight of segment 1' })
  await weight.fill('15')
  await expect(dialog.getByRole('status')).toContainText(
    'A spin would pay 17.85 points on average, KES 17,850.',
  )
  // Of 115: 1,785 / 115.
  await weight.fill('30')
  await expect(dialog.getByRole('status')).toContainText(
    'A spin would pay 15.52 points on average, KES 15,522.',
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Say why: other staff will read it/)
  await dialog.getByLabel('Reason').fill('A little less')

  const headers = bearer(await staffToken(page.request))
  // Nobody is asked to invite here, so that nobody else's test sees it.
  const { version } = await (await page.request.get('/api/admin/economy', { headers })).json()
  const data = { version, changes: { referralMaxFriends: 100 + (Number(unique()) % 1000) }, reason: 'Faster' }
  expect((await page.request.put('/api/admin/economy', { headers, data })).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Someone else changed the economy a moment ago')).toBeVisible()
  await expect(weight).toHaveValue('30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Wheel segments saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('What the wheel pays')).toContainText('15.52 points')
})

// Backed by packages/core/src/admin/economy/change-economy.test.ts
test('closing the wheel or the quiz asks for a reason', { tag: '@long' }, async ({ page }) => {
  await openStaff(page, 'owner')
  for (const [tab, action] of [
    ['Games', 'Close the wheel'],
    ['Quizzes', 'Close the quiz'],
  ] as const) {
    await openTab(page, tab)
    await page.getByRole('button', { name: action }).click()
    const dialog = page.getByRole('dialog', { name: action })
    await dialog.getByRole('button', { name: action }).click()
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Say why/)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  }
})

const rowOf = (page: Page, question: string) =>
  page
    .getByRole('list', { name: 'Questions', exact: true })
    .getByRole('listitem')
    .filter({ hasText: question })

async function addQuestion(page: Page, question: string) {
  await page.getByRole('button', { name: 'Add a question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a question' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Question')).toHaveAccessibleDescription(/Required/)
  await dialog.getByLabel('Question').fill(question)
  for (const letter of ['A', 'B', 'C', 'D'])
    await dialog.getByLabel(`Option ${letter}`).fill(`Town ${letter}`)
  await dialog.getByLabel('Correct answer').selectOption('C')
  // Members of other tests are not asked it.
  await dialog.getByLabel('Active').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

test('a question is added, found, changed and retired', async ({ page }) => {
  await openStaff(page, 'content')
  await openTab(page, 'Quizzes')
  const question = `Where is number ${unique()}?`
  await addQuestion(page, question)
  const row = rowOf(page, question)
  await expect(row).toContainText('Inactive')
  await expect(row).toContainText('Not answered yet')
  await expect(row.getByRole('listitem').filter({ hasText: 'Town C' })).toContainText('Correct answer')

  await page.getByLabel('Search').fill(question)
  await expect(page.getByRole('list', { name: 'Questions', exact: true }).locator('> li')).toHaveCount(1)
  await page.getByLabel('State').selectOption('Active')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.getByLabel('State').selectOption('All')

  await row.getByRole('button', { name: `Edit: ${question}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit question' })
  await dialog.getByLabel('Option B').fill('Thika')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Thika')

  await row.getByRole('button', { name: `Retire: ${question}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await expect(row).toHaveCount(0)
})

// Backed by packages/core/src/tasks/quiz/questions.test.ts
// Backed by apps/e2e/specs/surveys/offer-form.spec.ts
test('of two who edit one question the second sees what the first has changed, and loses nothing', {
  tag: '@long',
}, async ({ page }) => {
  await openStaff(page, 'content')
  await openTab(page, 'Quizzes')
  const question = `Where is number ${unique()}?`
  await addQuestion(page, question)
  await rowOf(page, question).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit question' })
  await dialog.getByLabel('Option B').fill('Mine')

  const headers = bearer(await staffToken(page.request))
  const [stored] = await (
    await page.request.get('/api/admin/quizzes', { headers, params: { search: question } })
  ).json()
  const { id, version, isActive, correctAnswer, optionA, optionB, optionC } = stored
  const data = { question, version, isActive, correctAnswer, optionA, optionB, optionC, optionD: 'Theirs' }
  expect((await page.request.put(`/api/admin/quizzes/${id}`, { headers, data })).status()).toBe(200)

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Someone else changed this a moment ago')
  await expect(dialog.getByRole('alert')).toContainText('Option D is now: Theirs')
  await expect(dialog.getByLabel('Option B')).toHaveValue('Mine')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, question)).toContainText('Mine')
})

// Backed by packages/core/src/tasks/quiz/questions.test.ts
// Backed by apps/server/test/csv/csv.rest.test.ts
test('questions go out as a table and come back as one, first as a trial', { tag: '@long' }, async ({
  page,
}) => {
  await openStaff(page, 'content')
  await openTab(page, 'Quizzes')
  const files = page.getByRole('region', { name: 'Questions as a file' })
  const saving = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Download the questions' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('chuma-quiz.csv')
  const [head = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(head).toContain('ID,Version,Question,Option A')

  const put = async (csv: string) => {
    const choosing = page.waitForEvent('filechooser')
    await files.getByRole('button', { name: 'File with questions' }).click()
    await (await choosing).setFiles({ name: 'quiz.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  }
  await files.getByRole('button', { name: 'Check the file' }).click()
  await expect(files).toContainText('Please choose a file')
  const question = `Taken in ${unique()}?`
  await put(`${head}\r\n,,${question},a,b,c,d,E,no\r\n`)
  await files.getByRole('button', { name: 'Check the file' }).click()
  await expect(files).toContainText('1 row is invalid. Nothing was imported.')
  await expect(files).toContainText('Line 2: Correct answer: Choose one of these: A, B, C, D.')
  await expect(files.getByRole('button', { name: 'Import' })).toHaveCount(0)
  await put(`${head}\r\n,,${question},a,b,c,d,B,no\r\n`)
  await files.getByRole('button', { name: 'Check the file' }).click()
  await expect(files).toContainText('1 new, 0 changed, 0 unchanged. Nothing has been imported yet.')
  await files.getByRole('button', { name: 'Import' }).click()
  await expect(files).toContainText('1 new, 0 changed, 0 unchanged.')
  await expect(rowOf(page, question)).toBeVisible()
})

// Backed by apps/server/test/access/access-matrix.test.ts
test('who may only look sees the questions and no way to change them', { tag: '@long' }, async ({ page }) => {
  await openStaff(page, 'finance')
  await openTab(page, 'Quizzes')
  await expect(page.getByRole('list', { name: 'Questions', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download the questions' })).toBeVisible()
  for (const name of [/^Add a question/, /^Edit/, /^Retire/, /^Check the file/, /^Close/]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
})
