import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { openStaff } from '../admin/staff.ts'
import { changeOffer, deleteOffer, findRow, givenOffer, newTitle } from './offers.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const edit = (page: Page, title: string) =>
  page.getByRole('row').filter({ hasText: title }).getByRole('button', { name: 'Edit' }).click()

test('an offer is added, and the form is empty again for the next', async ({ page }) => {
  const title = newTitle()
  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await page.getByRole('button', { name: 'Add New Offer' }).click()
  const form = dialog(page, 'Add New Survey Offer')
  const create = form.getByRole('button', { name: 'Create Offer' })
  await create.click()
  for (const label of ['Title', 'Description', 'Payout (USD)', 'Duration (minutes)', 'External URL']) {
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(/Required/)
  }
  await expect(form.getByLabel('Title')).toBeFocused()
  await expect(form.getByRole('switch', { name: 'Active' })).toBeChecked()
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Description').fill('Which tea, how often.')
  await form.getByLabel('Payout (USD)').fill('7.5')
  await expect(form.getByText('A member gets 8 points.')).toBeVisible()
  await form.getByLabel('Duration (minutes)').fill('1.5')
  await form.getByLabel('External URL').fill('javascript:alert(1)')
  await create.click()
  await expect(form.getByLabel('Duration (minutes)')).toHaveAccessibleDescription(/A whole number/)
  await expect(form.getByLabel('External URL')).toHaveAccessibleDescription(/begins with https/)
  await form.getByLabel('Duration (minutes)').fill('5')
  await form.getByLabel('External URL').fill('https://example.com/tea')
  await form.getByLabel('Admin Notes').fill('Until the campaign ends')
  await create.click()
  await expectToast(page, 'Success', 'Survey offer created successfully')
  await expect(form).toHaveCount(0)
  await expect(await findRow(page, title)).toContainText(/Uncategorized.*Global.*5 min/)

  await page.getByRole('button', { name: 'Add New Offer' }).click()
  await expect(form.getByLabel('Title')).toHaveValue('')
  await expect(form.getByLabel('Payout (USD)')).toHaveValue('')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
})

// Backed by apps/web/src/surveys/offers/offer-values.test.ts
// Backed by packages/core/src/surveys/offers/offers.test.ts
test('an offer is changed in a form that holds what it is', { tag: '@long' }, async ({ page }) => {
  const { title } = await givenOffer(page.request, { adminNotes: 'Ask Amina' })
  await openStaff(page, 'content')
  await page.goto('/admin-survey-manager')
  await findRow(page, title)
  await edit(page, title)
  const form = dialog(page, 'Edit Survey Offer')
  await expect(form.getByLabel('Title')).toHaveValue(title)
  await expect(form.getByLabel('Payout (USD)')).toHaveValue('2.5')
  await expect(form.getByLabel('Duration (minutes)')).toHaveValue('5')
  await expect(form.getByLabel('External URL')).toHaveValue('https://example.com/tea')
  await expect(form.getByLabel('Category')).toHaveValue('lifestyle')
  await expect(form.getByLabel('Country')).toHaveValue('Kenya')
  await expect(form.getByLabel('Admin Notes')).toHaveValue('Ask Amina')
  await form.getByLabel('Country').fill('UK')
  await form.getByLabel('Places').fill('40')
  await form.getByRole('switch', { name: 'Active' }).uncheck()
  await form.getByRole('button', { name: 'Update Offer' }).click()
  await expectToast(page, 'Success', 'Survey offer updated successfully')
  await expect(form).toHaveCount(0)
  const row = await findRow(page, title)
  await expect(row).toContainText('UK')
  await expect(row).toContainText('Inactive')
  await expect(row).toContainText('0 of 40 places taken')
})

test('of two admins with the same offer open the second sees what the first wrote or deleted, and loses nothing', async ({
  page,
}) => {
  const { id, title } = await givenOffer(page.request)
  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await findRow(page, title)
  await edit(page, title)
  const form = dialog(page, 'Edit Survey Offer')
  await form.getByLabel('Country').fill('US')
  await changeOffer(page.request, id, { country: 'UK', adminNotes: 'From the first' })
  const save = form.getByRole('button', { name: 'Update Offer' })
  await save.click()
  await expectToast(
    page,
    'Error',
    'Someone else changed this offer a moment ago. Review the changes, then save again.',
  )
  await expect(form.getByText('You both changed Country. Theirs: UK')).toBeVisible()
  await expect(form.getByLabel('Admin Notes')).toHaveValue('From the first')
  await expect(form.getByLabel('Country')).toHaveValue('US')
  await form.getByRole('button', { name: 'Use theirs: Country' }).click()
  await expect(form.getByLabel('Country')).toHaveValue('UK')
  await form.getByLabel('Country').fill('US')
  await save.click()
  await expectToast(page, 'Success', 'Survey offer updated successfully')
  await expect(await findRow(page, title)).toContainText('US')

  await test.step('what the server refuses is said in its words, and nothing that was typed is lost', async () => {
    await edit(page, title)
    await form.getByLabel('Country').fill('TZ')
    await deleteOffer(page.request, id)
    await form.getByRole('button', { name: 'Update Offer' }).click()
    await expectToast(page, 'Error', 'Survey not found')
    await expect(form.getByLabel('Country')).toHaveValue('TZ')
  })
})

test('a new survey leads to its questions, which are put in order by keyboard and asked once published', {
  tag: '@journey',
}, async ({ page }) => {
  const title = newTitle()
  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await page.getByRole('button', { name: 'Add New Offer' }).click()
  const form = dialog(page, 'Add New Survey Offer')
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Description').fill('About tea')
  await form.getByLabel('Payout (USD)').fill('2')
  await form.getByLabel('Duration (minutes)').fill('2')
  await form.getByLabel('Kind').selectOption('Questions answered here')
  await expect(form.getByText('Until you publish them, members answer those of the category.')).toBeVisible()
  await form.getByRole('button', { name: 'Create Offer' }).click()
  await expectToast(page, 'Success', 'Survey offer created successfully')

  const editor = page.getByRole('main')
  const field = (label: string) => editor.getByLabel(label, { exact: true })
  const press = (name: string) => editor.getByRole('button', { name, exact: true }).click()
  const choose = (number: number, type: string) =>
    editor
      .getByRole('group', { name: `Type of question ${number}` })
      .getByRole('button', { name: type })
      .click()
  await field('Question 1').fill('Which tea?')
  await choose(1, 'One of several options')
  await field('Option 1 (1)').fill('Black')
  await field('Option 2 (1)').fill('Green')
  await press('Advanced')
  await field('Attention check of question 1').selectOption('Green')
  await press('Add question to section 1')
  await field('Question 2').fill('How good is it?')
  await choose(2, 'Rating from 1 to 5')

  await editor.getByRole('button', { name: 'Move question 2', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Picked up question 2.')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Now at position 1.')).toBeAttached()
  await page.keyboard.press('Space')
  const first = (words: string) => editor.getByRole('button', { name: `1. ${words}`, exact: true })
  await expect(first('How good is it?')).toBeVisible()
  await press('Move question 1 down')
  await expect(first('Which tea?')).toBeVisible()
  await press('Move question 2 up')
  await expect(first('How good is it?')).toBeVisible()
  await press('Save draft')
  await expect(editor.getByText('It can be published')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Pages of this survey' })
    .getByRole('link', { name: 'Publish' })
    .click()
  await press('Publish')
  await expect(page.getByRole('alert').getByText('Version 1 is published', { exact: true })).toBeVisible()

  const { token } = await givenMember(page.request)
  const headers = bearer(token)
  const surveys: { id: string; title: string }[] = await (
    await page.request.get('/api/surveys', { headers })
  ).json()
  const id = surveys.find((survey) => survey.title === title)?.id
  const { questions } = await (await page.request.get(`/api/surveys/${id}`, { headers })).json()
  expect(questions).toEqual([
    {
      id: 2,
      type: 'rating',
      question: 'How good is it?',
      options: ['1', '2', '3', '4', '5'],
      required: true,
    },
    { id: 1, type: 'multiple-choice', question: 'Which tea?', options: ['Black', 'Green'], required: true },
  ])
})

// Backed by packages/core/src/surveys/offers/offers.test.ts
test('a file of offers is checked first, and then taken over', { tag: '@long' }, async ({ page }) => {
  const title = newTitle()
  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all offers' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('chuma-survey-offers.csv')
  const file = page.getByLabel('File of offers (CSV)')
  const upload = (csv: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'offers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const check = page.getByRole('button', { name: 'Check the file' })
  await upload('Name,Pay\nTea,1')
  await check.click()
  await expect(file).toHaveAccessibleDescription(/Not a column of ours: Name, Pay/)
  await upload(
    `Title,Description,Reward USD,Duration,External URL\n${title},About tea,1.5,5,https://example.com/t\nBad,x,-1,5,x`,
  )
  await check.click()
  await expect(page.getByText('Would add 1 and change 0. Rows without effect: 1.')).toBeVisible()
  await expect(page.getByText('Line 3, Bad: not valid. Reward USD: At least 0')).toBeVisible()
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('Added 1 and changed 0. Rows without effect: 1.')).toBeVisible()
  await expect(await findRow(page, title)).toContainText('$1.50')
})

test('the form of an offer is accessible', { tag: '@long' }, async ({ page }) => {
  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await page.getByRole('button', { name: 'Add New Offer' }).click()
  const form = dialog(page, 'Add New Survey Offer')
  await form.getByLabel('Kind').selectOption('Questions answered here')
  await form.getByRole('button', { name: 'Create Offer' }).click()
  await expect(form.getByLabel('Title')).toHaveAccessibleDescription(/Required/)
  await expectLooksAccessible(page, 'a new survey offer with mistakes')
})
