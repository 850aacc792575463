import { LIST_QUALITY } from '@chuma/contract/surveys/answer-quality'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, signIn, staffToken } from '../../support/people.ts'
import { chooseAction } from '../../support/row-menu.ts'
import { openStaff } from '../admin/staff.ts'
import { findRow, givenOffer } from './offers.ts'

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

const option = (code: string, en: string) => ({ code, words: { en } })
const drinks = {
  languages: ['en'],
  sections: [
    {
      code: 'screening',
      isScreening: true,
      questions: [
        {
          id: 1,
          code: 'drink',
          type: 'multiple-choice',
          words: { en: 'What do you drink?' },
          options: [option('tea', 'Tea'), option('coffee', 'Coffee')],
        },
      ],
    },
    { code: 'main', questions: [{ id: 2, code: 'often', type: 'yes-no', words: { en: 'Every day?' } }] },
  ],
}

/** A survey about drinks with a draft, which pays 25 points, and 5 to people who are turned away. */
async function givenDrinks(request: APIRequestContext) {
  const offer = await givenOffer(request, {
    kind: 'questions',
    externalUrl: '',
    reward: 25,
    screenOutPoints: 5,
    // A browser that is driven is too fast for a questionnaire's own rules.
    answerQuality: LIST_QUALITY,
  })
  const headers = bearer(await staffToken(request))
  const url = `/api/admin/surveys/${offer.id}/questionnaire`
  const data = { version: 0, questionnaire: drinks }
  expect((await request.put(url, { headers, data })).status()).toBe(200)
  return { ...offer, publish: () => request.post(`${url}/publish`, { headers, data: { version: 1 } }) }
}

/** Set two places for tea and one for coffee. */
async function setQuotas(page: Page): Promise<void> {
  await page.getByLabel('Add a dimension').selectOption({ label: 'What do you drink?' })
  await page.getByLabel('Total (completes)').fill('3')
  await page.getByRole('button', { name: 'Share the total evenly' }).click()
  await expect(page.getByText('3 of 3 given to cells')).toBeVisible()
  await page.getByRole('list', { name: 'Target of each cell' }).getByLabel('Tea').fill('3')
  await page.getByRole('button', { name: 'Save quotas' }).click()
  await expect(page.getByText('Quotas: the targets add up to 4, more than the total of 3')).toBeVisible()
  await page.getByRole('list', { name: 'Target of each cell' }).getByLabel('Tea').fill('2')
  await page.getByRole('button', { name: 'Save quotas' }).click()
  await expect(page.getByText('0 of 2', { exact: true })).toBeVisible()
}

const choose = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).filter({ visible: true }).click()
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 2, name })).toBeVisible()

async function beginWithTea(page: Page, id: string): Promise<void> {
  await signIn(page, await givenMember(page.request))
  await page.goto(`/survey/${id}`)
  await heading(page, 'What do you drink?')
  await choose(page, 'Tea')
  await next(page)
}

test('staff set quotas, two members fill a cell on a phone, the third sees it closed, and staff watch it fill', {
  tag: '@journey',
}, async ({ page }) => {
  const { id, title, publish } = await givenDrinks(page.request)
  await page.setViewportSize(DESK)
  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await chooseAction(await findRow(page, title), 'Quotas')
  await setQuotas(page)
  await expectLooksAccessible(page, 'quotas')
  expect((await publish()).status()).toBe(200)

  await page.setViewportSize(PHONE)
  for (let place = 0; place < 2; place += 1) {
    await beginWithTea(page, id)
    await heading(page, 'Every day?')
    await choose(page, 'Yes')
    await next(page)
    await page.getByRole('button', { name: 'Complete Survey' }).click()
    await heading(page, 'Survey completed!')
  }
  await beginWithTea(page, id)
  await heading(page, 'This survey is for other people')
  await expect(page.getByText('This survey already has enough people like you.')).toBeVisible()
  await page.reload()
  await expect(
    page.getByText('The survey had all the answers it needed. 5 points are in your account'),
  ).toBeVisible()

  await openStaff(page, 'content')
  await page.goto(`/admin/surveys/${id}/quotas`)
  const tea = page.getByRole('list', { name: 'Cells' }).getByRole('listitem').filter({ hasText: 'Tea' })
  await expect(tea).toContainText('0 of 2')

  // Two are too few for who may not see single answers.
  await openStaff(page, 'owner')
  await page.goto(`/admin/surveys/${id}/quotas`)
  await expect(tea).toContainText('2 of 2')
  await expect(tea).toContainText('Full.')
})

test('the page of a survey says what an hour pays and that nobody has measured it; a card has the same minutes', async ({
  page,
}) => {
  const { id, title } = await givenOffer(page.request, {
    kind: 'questions',
    externalUrl: '',
    reward: 5,
    duration: 15,
  })
  await page.setViewportSize(PHONE)
  await signIn(page, await givenMember(page.request))
  await page.goto(`/survey-form?id=${id}`)
  await expect(page.getByText('15 min')).toBeVisible()
  await expect(page.getByText('About KES 20,000 an hour')).toBeVisible()
  await expect(page.getByText('Length not measured yet')).toBeVisible()
  await page.goto('/surveys')
  const card = page
    .getByRole('list', { name: 'Available surveys' })
    .locator(':scope > li')
    .filter({ hasText: title })
  await expect(card.getByText('15 min')).toBeVisible()
  await expect(card.getByText('5 points')).toBeVisible()
  await expect(card).not.toContainText('an hour')
  await expect(card).not.toContainText('measured')
})
