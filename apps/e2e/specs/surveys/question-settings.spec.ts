import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { chooseAction } from '../../support/row-menu.ts'
import { openStaff } from '../admin/staff.ts'
import { findRow, givenOffer } from './offers.ts'

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
const phone = (page: Page) => page.getByRole('region', { name: 'How it looks on a phone' })
const typeOf = (page: Page, number: number, type: string) =>
  page
    .getByRole('group', { name: `Type of question ${number}` })
    .getByRole('button', { name: type, exact: true })
    .click()

/** A question of a type, which the phone shows. */
async function add(page: Page, number: number, type: string): Promise<void> {
  if (number > 1) await press(page, 'Add question to section 1')
  await field(page, `Question ${number}`).fill(`Asked ${number}`)
  await typeOf(page, number, type)
}

test('a staff member writes each type of question and rule, and the phone shows them', async ({ page }) => {
  const { title } = await givenOffer(page.request, { kind: 'questions', externalUrl: '', reward: 25 })
  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await chooseAction(await findRow(page, title), 'Questionnaire')

  await add(page, 1, 'Words to read')
  await page.getByLabel('Question 1 asks for consent').check()
  await expect(phone(page).getByLabel('I have read this and agree')).toBeVisible()

  await add(page, 2, 'Number')
  await field(page, 'Hint for question 2').fill('In years')
  await page.getByLabel('Doesn’t want to say (2)').check()
  await expect(phone(page).getByText('In years')).toBeVisible()
  await expect(phone(page).getByLabel('I’d rather not say')).toBeVisible()
  await press(page, 'Advanced')
  await press(page, 'Add a rule for the answer')
  await field(page, 'Question 2: an answer is accepted: message otherwise').fill('Not this one')

  await add(page, 3, 'Date')
  await field(page, 'Earliest (3)').fill('2026-01-01')
  await add(page, 4, 'Ranking')
  await field(page, 'Option 1 (4)').fill('Tea')
  await field(page, 'Option 2 (4)').fill('Milk')
  await phone(page).getByText('Milk').click()
  await expect(phone(page).getByLabel('Milk: place 1')).toBeChecked()

  await add(page, 5, 'Calculation')
  await field(page, 'Calculation 5').fill('{"*":[{"var":"q2"},2]}')
  await add(page, 6, 'Free text')
  await press(page, 'Advanced')
  await page.getByLabel('Question 6: regular expression').fill('[A-Z]+')
  await field(page, 'Question 6: message if it doesn’t match').fill('In capitals')

  await press(page, 'Save draft')
  await page.getByRole('button', { name: 'Languages, checks and files' }).click()
  await expect(page.getByText('It can be published')).toBeVisible()
})
