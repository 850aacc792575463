import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, signIn, staffToken } from '../../support/people.ts'
import { givenOffer } from './offers.ts'

test.use({ viewport: { width: 360, height: 740 } })

const both = (en: string, sw: string) => ({ en, sw })
const towns = Array.from({ length: 60 }, (_, at) => ({
  code: `t${at}`,
  words: both(`Town ${at}`, `Mji ${at}`),
}))
const option = (code: string, en: string, sw: string) => ({ code, words: both(en, sw) })

const questions = [
  {
    code: 'intro',
    type: 'note',
    words: both('Welcome\nIt takes three minutes.', 'Karibu\nInachukua dakika tatu.'),
  },
  {
    code: 'agree',
    type: 'note',
    consent: true,
    words: both('We keep your answers', 'Tunahifadhi majibu yako'),
  },
  {
    code: 'town',
    type: 'multiple-choice',
    search: true,
    options: towns,
    words: both('Your town?', 'Mji wako?'),
  },
  {
    code: 'drinks',
    type: 'choices',
    least: 2,
    hint: both('Think of last week.', 'Fikiria wiki iliyopita.'),
    words: both('What do you drink?', 'Unakunywa nini?'),
    options: [
      option('tea', 'Tea', 'Chai'),
      option('milk', 'Milk', 'Maziwa'),
      { ...option('none', 'Nothing of it', 'Hakuna'), kind: 'none' },
      { ...option('secret', 'I won’t say', 'Sisemi'), kind: 'refused' },
    ],
  },
  {
    code: 'taste',
    type: 'grid',
    rowsFrom: 'drinks',
    words: both('How is it?', 'Ikoje?'),
    columns: [option('good', 'Good', 'Nzuri'), option('bad', 'Bad', 'Mbaya')],
  },
  {
    code: 'age',
    type: 'number',
    min: 18,
    max: 99,
    words: both('Your age?', 'Umri wako?'),
    codes: [{ code: 'refused', value: -99, words: both('I’d rather not say', 'Sipendi kusema') }],
  },
  { code: 'day', type: 'date', min: '2026-01-01', words: both('Which day?', 'Siku gani?') },
  { code: 'at', type: 'time', words: both('What time?', 'Saa ngapi?') },
  { code: 'moment', type: 'date-time', words: both('When exactly?', 'Lini hasa?') },
  {
    code: 'best',
    type: 'ranking',
    most: 2,
    words: both('What is best?', 'Kipi bora?'),
    options: [
      option('tea', 'Tea', 'Chai'),
      option('milk', 'Milk', 'Maziwa'),
      option('uji', 'Porridge', 'Uji'),
    ],
  },
  {
    code: 'plate',
    type: 'text',
    words: both('Your number plate?', 'Nambari ya gari?'),
    pattern: {
      expression: 'K[A-Z]{2} \\d{3}[A-Z]',
      message: both('Write it like KDA 123B', 'Andika kama KDA 123B'),
    },
  },
].map((question, at) => ({ id: at + 1, ...question }))

async function givenSurvey(page: Page): Promise<string> {
  const { id } = await givenOffer(page.request, { kind: 'questions', externalUrl: '', reward: 25 })
  const headers = bearer(await staffToken(page.request))
  const url = `/api/admin/surveys/${id}/questionnaire`
  const data = {
    version: 0,
    questionnaire: { languages: ['en', 'sw'], sections: [{ code: 'all', questions }] },
  }
  expect((await page.request.put(url, { headers, data })).status()).toBe(200)
  expect((await page.request.post(`${url}/publish`, { headers, data: { version: 1 } })).status()).toBe(200)
  return id
}

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
const expectHeading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
const expectNoSideways = async (page: Page) => {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
}

test('a member answers each type of question on a phone', async ({ page, context }) => {
  const id = await givenSurvey(page)
  await signIn(page, await givenMember(page.request))
  await page.goto(`/survey/${id}`)
  await expectHeading(page, 'Welcome')
  await expect(page.getByText('It takes three minutes.')).toBeVisible()
  // All that may follow counts, before anything is answered.
  await expect(page.getByText('Question 1 of 11')).toBeVisible()
  await next(page)

  await expectHeading(page, 'We keep your answers')
  await next(page)
  await expect(page.getByText('Please answer this question to go on.')).toBeVisible()
  await page.getByLabel('I have read this and agree').check()
  await next(page)

  await expectHeading(page, 'Your town?')
  await page.getByPlaceholder('Type to search').fill('Town 57')
  await page.getByRole('option', { name: 'Town 57' }).click()
  await expectNoSideways(page)
  await next(page)

  await expectHeading(page, 'What do you drink?')
  await expect(page.getByText('Think of last week.')).toBeVisible()
  await page.getByText('I won’t say').click()
  await page.getByText('Nothing of it').click()
  await expect(page.getByRole('checkbox', { name: 'I won’t say' })).not.toBeChecked()
  await page.getByText('Tea', { exact: true }).click()
  await next(page)
  await expect(page.getByText('Choose at least 2')).toHaveCount(2)
  await page.getByText('Milk', { exact: true }).click()
  await next(page)

  await expectHeading(page, 'How is it?')
  await page.getByText('Good', { exact: true }).filter({ visible: true }).click()
  await page.getByText('Bad', { exact: true }).filter({ visible: true }).click()
  // A grid is kept like other answers when the network is cut and the page is read again.
  await context.setOffline(true)
  await next(page)
  await expect(page.getByText('Your answer is not saved yet')).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Good', exact: true, checked: true })).toHaveCount(1)
  await expect(
    page.getByRole('radio', { name: 'Bad', exact: true, checked: true, includeHidden: true }),
  ).toHaveCount(1)
  await next(page)

  await expectHeading(page, 'Your age?')
  await page.getByLabel('I’d rather not say').check()
  await next(page)

  await expectHeading(page, 'Which day?')
  await page.getByLabel('Which day?').fill('2025-12-31')
  await next(page)
  await expect(page.getByText('Choose 2026-01-01 or later')).toBeVisible()
  await page.getByLabel('Which day?').fill('2026-11-30')
  await next(page)
  await page.getByLabel('What time?').fill('14:05')
  await next(page)
  await page.getByLabel('When exactly?').fill('2026-11-30T14:05')
  await next(page)

  await expectHeading(page, 'What is best?')
  await page.getByText('Porridge').click()
  await page.getByText('Tea', { exact: true }).click()
  await expect(page.getByRole('checkbox', { name: 'Porridge: place 1' })).toBeChecked()
  await expectNoSideways(page)
  await next(page)

  await expectHeading(page, 'Your number plate?')
  await page.getByRole('textbox').fill('KDA 12')
  await next(page)
  await expect(page.getByText('Write it like KDA 123B')).toBeVisible()
  await page.getByRole('textbox').fill('KDA 123B')
  await next(page)
  await page.getByRole('button', { name: 'Complete Survey' }).click()
  await expectHeading(page, 'Survey completed!')
})
