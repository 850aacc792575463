import type { Page } from '@playwright/test'

export const loginForm = (page: Page) => ({
  email: page.getByLabel('Email'),
  password: page.getByLabel('Password', { exact: true }),
  submit: page.getByRole('button', { name: 'Sign In' }),
})

/** Types what somebody logs in with, and sends it. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  const form = loginForm(page)
  await form.email.fill(email)
  await form.password.fill(password)
  await form.submit.click()
}

/** What this browser stores for the signed-in person. */
export function keptSession(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => ['userToken', 'userData'].map((key) => localStorage.getItem(key)))
}
