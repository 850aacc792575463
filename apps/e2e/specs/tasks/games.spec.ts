import { expect } from '@playwright/test'
import { countCalls } from '../../support/count-calls.ts'
import { test } from '../../support/fixtures.ts'
import { givenMember, signIn } from '../../support/people.ts'
import { findPointsWon, givenPremiumMember } from '../premium/premium.ts'

test.use({ reducedMotion: 'no-preference' })

test('the wheel turns once a day, to what the server drew', { tag: '@journey' }, async ({ page }) => {
  const member = await givenPremiumMember(page)
  await page.goto('/dashboard?tab=games')
  const wheel = page.getByRole('region', { name: 'Spin wheel' })
  const spin = wheel.getByRole('button', { name: 'Spin the wheel' })
  const won = wheel.getByRole('heading', { name: 'You have spun today' })
  const count = countCalls(page, 'tasks.spin')
  await spin.dblclick()
  await expect(wheel.getByRole('button', { name: 'The wheel is turning...' })).toBeVisible()
  await expect(won).toBeHidden()
  await expect(wheel.getByRole('status')).toBeEmpty()

  await expect(won).toBeFocused()
  expect(count()).toBe(1)
  const points = await findPointsWon(page.request, member)
  const outcome = points === 0 ? 'No points this time.' : `You won ${points} point`
  await expect(wheel.getByRole('status')).toHaveText(new RegExp(`^The wheel has stopped\\. ${outcome}`))
  await expect(wheel).toContainText('It is yours again on')

  await page.reload()
  await expect(won).toBeVisible()
  await expect(spin).toBeHidden()
  if (points > 0) await expect(wheel).toContainText(`+${points} point`)
})

test('a free member sees the wheel and what it could bring', async ({ page }) => {
  await signIn(page, await givenMember(page.request))
  await page.goto('/dashboard?tab=games')
  const wheel = page.getByRole('region', { name: 'Spin wheel' })
  await expect(
    wheel.getByRole('img', { name: /^A wheel with 8 fields, showing points: 0, 5, 10/ }),
  ).toBeVisible()
  await expect(wheel).toContainText('can win up to 100 points (KES 100,000)')
  const odds = wheel.getByRole('table', { name: 'Odds' }).getByRole('row')
  await expect(odds).toHaveCount(8)
  // Staff may be changing the weights in another test; core's tests compare the numbers.
  await expect(odds.first()).toHaveText(/^0 points[\d.]+%$/)
  await expect(odds.last()).toHaveText(/^100 points[\d.]+%$/)
  await expect(wheel.getByRole('button', { name: 'Spin the wheel' })).toBeHidden()
  await wheel.getByRole('button', { name: 'Upgrade' }).click()
  await expect(page.getByRole('dialog', { name: 'Upgrade to premium' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'The quiz comes with premium' })).toBeVisible()
})

test('the quiz keeps its answers through a reload, counts once and shows what was right', {
  tag: '@journey',
}, async ({ page }) => {
  await givenPremiumMember(page)
  await page.goto('/dashboard?tab=games')
  const quiz = page.getByRole('region', { name: 'Quiz' })
  const radios = quiz.getByRole('radio')
  const next = quiz.getByRole('button', { name: 'Next' })
  const expectQuestion = (number: number) =>
    expect(quiz.getByText(`Question ${number} of 5`, { exact: true })).toBeVisible()

  await expectQuestion(1)
  await expect(radios).toHaveCount(4)
  await expect(quiz.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await next.click()
  await expect(quiz.getByText('Please choose an answer to go on.')).toBeVisible()
  // The radio buttons lie, invisible, behind the cards that a person presses: the keyboard finds them wherever the page is scrolled.
  await radios.nth(2).press(' ')
  await next.click()
  await expectQuestion(2)
  await radios.nth(1).press(' ')
  await page.reload()
  await expectQuestion(3)
  await quiz.getByRole('button', { name: 'Previous' }).click()
  await expectQuestion(2)
  await expect(radios.nth(1)).toBeChecked()
  await quiz.getByRole('button', { name: 'Previous' }).click()
  await expect(radios.nth(2)).toBeChecked()

  for (const number of [1, 2, 3, 4]) {
    await expectQuestion(number)
    await radios.first().press(' ')
    await next.click()
  }
  await expectQuestion(5)
  await radios.first().press(' ')
  const count = countCalls(page, 'tasks.submitQuiz')
  await quiz.getByRole('button', { name: 'Submit answers' }).dblclick()
  await expect(quiz.getByRole('heading', { name: 'You have taken the quiz today' })).toBeFocused()
  expect(count()).toBe(1)

  const answers = quiz.getByRole('list', { name: 'Your answers' }).getByRole('listitem')
  for (const place of ['at once', 'after a reload']) {
    await expect(answers, place).toHaveCount(5)
    const right = await answers.filter({ hasText: 'Right' }).filter({ hasNotText: 'Wrong' }).count()
    await expect(quiz).toContainText(`${right} of 5 right`)
    await expect(quiz).toContainText(`${right * 15} points`)
    await expect(answers.filter({ hasText: 'Wrong' }).filter({ hasText: 'Right answer' })).toHaveCount(
      5 - right,
    )
    await page.reload()
  }
})
