import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, signIn } from '../../support/people.ts'
import { givenTea } from './offers.ts'

test.use({ viewport: { width: 360, height: 740 } })

const choose = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).filter({ visible: true }).click()
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
const expectHeading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
const expectNoSideways = async (page: Page) => {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
}

test('a member takes a survey whose questions follow their answers, on a phone', { tag: '@journey' }, async ({
  page,
}) => {
  const { id } = await givenTea(page.request)
  await signIn(page, await givenMember(page.request))
  await page.goto(`/survey-form?id=${id}`)
  await expect(page.getByText('5 points if it turns out not to fit you')).toBeVisible()
  await page.goto(`/survey/${id}`)
  await expectHeading(page, 'Do you drink tea?')
  await choose(page, 'Yes')
  await next(page)

  await expectHeading(page, 'How much tea do you drink a day?')
  await page.getByRole('textbox').fill('3')
  await next(page)
  await expectHeading(page, 'Which brands do you know?')
  await choose(page, 'None of these')
  await choose(page, 'Hill Tea')
  await expect(page.getByRole('checkbox', { name: 'None of these' })).not.toBeChecked()
  await choose(page, 'Lake Tea')
  await expectNoSideways(page)
  await next(page)

  // Only asked of people who know both.
  await expectHeading(page, 'Which of them do you like best?')
  await choose(page, 'Lake Tea')
  await next(page)
  await expectHeading(page, 'You drink 3 cups a day. What do you think of tea?')
  await choose(page, 'Good')
  await expect(page.getByText('Its taste', { exact: true })).toBeVisible()
  await expect(page.getByText('Its price', { exact: true })).toBeHidden()
  await choose(page, 'Bad')
  await next(page)
  await expectHeading(page, 'What would you change about it?')
  await page.getByRole('button', { name: 'Complete Survey' }).click()
  await expectHeading(page, 'Survey completed!')
})

// Backed by packages/core/src/surveys/questionnaire/questionnaire.test.ts
// Backed by apps/server/src/rest/questionnaires.test.ts
test('a member who does not fit is told why in Swahili, and paid for their time once', {
  tag: '@long',
}, async ({ page }) => {
  const { id, title } = await givenTea(page.request)
  const member = await givenMember(page.request)
  const settings = await page.request.patch('/api/account/settings', {
    headers: bearer(member.token),
    data: { language: 'sw' },
  })
  expect(settings.status()).toBe(200)
  await signIn(page, member)
  await page.goto(`/survey/${id}`)
  await expectHeading(page, 'Je, unakunywa chai?')
  await choose(page, 'Hapana')
  await page.getByRole('button', { name: 'Endelea', exact: true }).click()
  await expectHeading(page, 'Utafiti huu ni wa watu wengine')
  await expect(page.getByText('Utafiti huu ni wa wanywaji wa chai.')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Pointi 5 ziko kwenye akaunti yako kwa muda uliotoa.')).toBeVisible()
  const headers = bearer(member.token)
  const lines = await (await page.request.get('/api/points-transactions', { headers })).json()
  expect(lines).toMatchObject([{ description: `Screened out: ${title}`, points: 5 }])
})

test('a member chooses the language of the questions, and finds it again', async ({ page }) => {
  const { id } = await givenTea(page.request)
  await signIn(page, await givenMember(page.request))
  await page.goto(`/survey/${id}`)
  await expectHeading(page, 'Do you drink tea?')
  await page.getByLabel('Language of the questions').selectOption({ label: 'Kiswahili' })
  await expectHeading(page, 'Je, unakunywa chai?')
  await expectNoSideways(page)
  await choose(page, 'Yes')
  await next(page)
  await expectHeading(page, 'Unakunywa chai kiasi gani kwa siku?')
  await page.reload()
  await expectHeading(page, 'Unakunywa chai kiasi gani kwa siku?')
  await expect(page.getByLabel('Language of the questions')).toHaveValue('sw')
})
