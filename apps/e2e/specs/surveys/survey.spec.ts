import { expect, type Page } from '@playwright/test'
import { test, untilWhole } from '../../support/fixtures.ts'
import { bearer, givenMember, signIn } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { COMMUTING, findSurvey } from './surveys.ts'

// The radio buttons lie, invisible, behind the cards that a person presses.
const choose = (page: Page, name: string) => page.getByText(name, { exact: true }).click()
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const next = (page: Page) => page.getByRole('button', { name: 'Next' })
const complete = (page: Page) => page.getByRole('button', { name: 'Complete Survey' })
const expectQuestion = (page: Page, number: number) =>
  expect(page.getByText(`Question ${number} of 5`, { exact: true })).toBeVisible()

/** From the question given to the last one, which asks for nothing. */
async function answerFrom(page: Page, first: 1 | 2 | 3 | 4): Promise<void> {
  const answers = ['Matatu', '20 to 45 minutes', '4', 'Yes']
  for (let number: number = first; number <= 4; number++) {
    await expectQuestion(page, number)
    await choose(page, answers[number - 1] ?? '')
    await next(page).click()
  }
  await expectQuestion(page, 5)
}

async function givenSurvey(page: Page) {
  const member = await givenMember(page.request)
  await signIn(page, member)
  const { id, rewardPoints } = await findSurvey(page.request, member, COMMUTING)
  return { member, path: `/survey/${id}`, rewardPoints }
}

test('a survey walks forwards, backwards and through a reload, and never past an open question', {
  tag: '@journey',
}, async ({ page }) => {
  const { path } = await givenSurvey(page)
  await page.goto('/surveys')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: COMMUTING }) })
  await card.getByRole('button', { name: 'Start Survey' }).click()
  await expectQuestion(page, 1)
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await next(page).click()
  await expect(page.getByText('Please answer this question to go on.')).toBeVisible()
  await choose(page, 'Matatu')
  await next(page).click()
  await expectQuestion(page, 2)
  await choose(page, 'Under 20 minutes')
  await next(page).click()
  await expectQuestion(page, 3)

  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(radio(page, 'Under 20 minutes')).toBeChecked()
  await page.goBack()
  await expectQuestion(page, 3)
  await page.goBack()
  await expectQuestion(page, 2)
  await page.goBack()
  await expectQuestion(page, 1)
  await expect(radio(page, 'Matatu')).toBeChecked()
  await page.goBack()
  await expect(page).toHaveURL('/surveys')
  for (const number of [1, 2, 3]) {
    await page.goForward()
    await expectQuestion(page, number)
  }

  await choose(page, '4')
  await page.reload()
  await expectQuestion(page, 3)
  await expect(radio(page, '4')).toBeChecked()
  await page.goto(`${path}?q=5`)
  await expectQuestion(page, 4)
  await page.goto(path)
  await expectQuestion(page, 3)
})

test('a session that ends in the middle of a survey costs no answer', async ({ page }) => {
  const { member, path, rewardPoints } = await givenSurvey(page)
  await page.goto(path)
  await expectQuestion(page, 1)
  await choose(page, 'Matatu')
  await next(page).click()
  await expectQuestion(page, 2)
  await page.request.post('/api/auth/logout', { headers: bearer(member.token) })

  await choose(page, 'Over 90 minutes')
  await next(page).click()
  await expectToast(page, 'Session Expired', 'Please log in again')
  await expect(page).toHaveURL(/\/login\?next=%2Fsurvey%2F/)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('button', { name: 'Back to where you were' }).click()
  await expectQuestion(page, 2)
  await expect(radio(page, 'Over 90 minutes')).toBeChecked()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(radio(page, 'Matatu')).toBeChecked()
  await next(page).click()
  await expectQuestion(page, 2)
  await next(page).click()
  await answerFrom(page, 3)
  await complete(page).click()
  await expect(page.getByText(`+${rewardPoints} points`)).toBeVisible()
})

test('a network that is cut loses nothing, between questions and at the end', async ({ page, context }) => {
  const { path, rewardPoints } = await givenSurvey(page)
  // A part that is on its way when the network goes does without, and the browser says so.
  await Promise.all([untilWhole(page), page.goto(path)])
  await expectQuestion(page, 1)
  await context.setOffline(true)
  await choose(page, 'Boda boda')
  await next(page).click()
  await expect(page.getByText('Your answer is not saved yet')).toBeVisible()
  await expectQuestion(page, 1)
  await expect(radio(page, 'Boda boda')).toBeChecked()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await answerFrom(page, 2)

  await page.getByRole('textbox').fill('Thika Road')
  await context.setOffline(true)
  await complete(page).click()
  await expectToast(page, 'Error', 'Failed to submit survey. Please try again.')
  await expect(page.getByText('Your survey is not sent yet')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveValue('Thika Road')
  await context.setOffline(false)
  await complete(page).click()
  await expect(page.getByText(`+${rewardPoints} points`)).toBeVisible()
})
