import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, keep, type Member, signIn } from '../../support/people.ts'
import { chooseAction } from '../../support/row-menu.ts'
import { expectToast } from '../../support/toast.ts'
import { openStaff } from '../admin/staff.ts'
import { findRow, givenOffer } from '../surveys/offers.ts'

async function say(request: APIRequestContext, { token }: Member, answers: Record<string, string>) {
  for (const [attribute, code] of Object.entries(answers)) {
    const url = `/api/profile/answers/${attribute}`
    const data = { codes: [code], isConsented: true }
    expect((await request.put(url, { headers: bearer(token), data })).status()).toBe(200)
  }
}

test('a member answers a group of questions on a phone in Swahili, is paid once, sees why, and withdraws one', {
  tag: '@journey',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const member = await givenMember(page.request)
  await keep(page, { userToken: member.token, language: 'sw' })
  await page.goto('/profile/answers')
  await page.getByRole('button', { name: 'Jibu Kazi yako' }).click()
  await page.getByText('Kwa nini ninaulizwa?').first().click()
  await expect(page.getByText('Tafiti nyingine ni za watu wenye kazi')).toBeVisible()
  await expectLooksAccessible(page, 'profile questions')

  await page.getByRole('button', { name: 'Hifadhi majibu' }).click()
  await expect(page.getByText('Hakuna kinachohifadhiwa bila idhini yako.')).toBeVisible()
  await page.getByLabel('Mkulima').check()
  await page.getByLabel('Kilimo').check()
  await page.getByLabel(/^Ninakubali majibu haya/).check()
  await page.getByRole('button', { name: 'Hifadhi majibu' }).click()
  await expectToast(page, 'Asante', 'Umepata pointi 10.')
  await expect(page.getByText('Yamelipwa mwaka huu')).toBeVisible()
  await expect(page.getByText('Sekta ya kazi: Kilimo')).toBeVisible()

  const balance = async () => {
    const answer = await page.request.get('/api/user-stats', { headers: bearer(member.token) })
    return (await answer.json()).totalEarnings
  }
  expect(await balance()).toBe(10)
  await page.getByRole('button', { name: 'Jibu tena Kazi yako' }).click()
  await page.getByLabel(/^Ninakubali majibu haya/).check()
  await page.getByRole('button', { name: 'Hifadhi majibu' }).click()
  await expectToast(page, 'Asante', 'Majibu yako yamehifadhiwa.')
  expect(await balance()).toBe(10)

  await page.getByRole('button', { name: 'Futa jibu: Sekta ya kazi' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Futa jibu', exact: true }).click()
  await expect(page.getByText('Sekta ya kazi: Kilimo')).toBeHidden()
  expect(await balance()).toBe(10)
})

test('the dashboard asks one question a day, which can be dismissed', async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'About you' })
  await expect(card.getByLabel('In which year were you born?')).toBeVisible()
  await card.getByRole('button', { name: 'Do not ask me this' }).click()
  await expect(card).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { attribute } = await (
    await page.request.get('/api/profile/question', {
      headers: bearer(await page.evaluate(() => localStorage.getItem('userToken') ?? '')),
    })
  ).json()
  expect(attribute).toBeNull()
})

const dialog = (page: Page) => page.getByRole('main')

test('staff target a survey by county and age, see the audience, and only members who fit see the survey', {
  tag: '@journey',
}, async ({ page }) => {
  const { id, title } = await givenOffer(page.request, { kind: 'questions', externalUrl: '' })
  const fits = await givenMember(page.request)
  const other = await givenMember(page.request)
  await say(page.request, fits, { county: 'wajir', birth_year: '1995' })
  await say(page.request, other, { county: 'lamu', birth_year: '1995' })

  await openStaff(page, 'content')
  await page.goto('/admin/surveys')
  await chooseAction(await findRow(page, title), 'Who can take it')
  await dialog(page).getByRole('button', { name: 'Add a condition' }).click()
  await dialog(page).getByLabel('Mombasa').uncheck()
  await dialog(page).getByLabel('Wajir').check()
  await dialog(page).getByRole('button', { name: 'Add a condition' }).click()
  const age = dialog(page).getByRole('group', { name: 'Condition 2' })
  await age.getByLabel('About').selectOption({ label: 'Age' })
  await age.getByLabel('At most').fill('45')
  await expect(
    dialog(page).getByText(
      'Members can take it if they answered “County” with Wajir, and they are 18 to 45 years old.',
    ),
  ).toBeVisible()
  await expect(dialog(page).getByText('Fewer than five members.')).toBeVisible()
  await expectLooksAccessible(page, 'eligibility')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(
    page,
    'Saved',
    'Members see the survey by the new rule from now on. Members who have started may finish.',
  )

  await signIn(page, fits)
  await page.goto('/survey-list')
  await expect(page.getByText(title)).toBeVisible()
  await signIn(page, other)
  await page.goto('/survey-list')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Mobile money in your week')).toBeVisible()
  await expect(page.getByText(title)).toBeHidden()
  const headers = bearer(other.token)
  const refused = await page.request.post('/api/user-surveys', { headers, data: { surveyId: id } })
  expect(refused.status()).toBe(403)
  expect(await refused.json()).toMatchObject({
    code: 'NOT_ELIGIBLE',
    message: 'Going by your profile, this survey is for other members. Others are waiting for you.',
  })
})
