import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { newPerson } from '../../support/fixtures.ts'
import { bearer, type Member, openAsStaff, staffToken } from '../../support/people.ts'
import { codeOf } from './totp.ts'

export type Role = 'owner' | 'finance' | 'content' | 'analyst'
export type StaffPerson = { id: string; username: string; password: string; token: string }

const OWN_PASSWORD = 'ndizi mbivu kaburini'

/** Create a staff account whose person has chosen a password, and a session. */
export async function givenStaff(request: APIRequestContext, role: Role): Promise<StaffPerson> {
  const { password: currentPassword, ...person } = await givenNewStaff(request, role)
  const data = { currentPassword, newPassword: OWN_PASSWORD, confirmPassword: OWN_PASSWORD }
  const changed = await request.put('/api/admin/password', { headers: bearer(person.token), data })
  expect(changed.status()).toBe(200)
  const { token } = await changed.json()
  return { ...person, password: OWN_PASSWORD, token }
}

/** Create a staff account with its first password and a session. */
export async function givenNewStaff(request: APIRequestContext, role: Role): Promise<StaffPerson> {
  const username = newUsername()
  const headers = bearer(await staffToken(request))
  const created = await request.post('/api/admin/staff', { headers, data: { username, role } })
  expect(created.status()).toBe(201)
  const { admin, password } = await created.json()
  return { id: admin.id, username, password, token: await logInStaff(request, { username, password }) }
}

export const newUsername = () => `staff-${newPerson().email.split('@')[0]}`

export async function logInStaff(
  request: APIRequestContext,
  { username, password, code }: { username: string; password: string; code?: string },
): Promise<string> {
  const data = { username, password, code }
  const response = await request.post('/api/admin/login', { data })
  expect(response.status()).toBe(200)
  return (await response.json()).token
}

/** Turns on the second factor of an account, with the code of now. */
export async function givenSecondFactor(request: APIRequestContext, { token, password }: StaffPerson) {
  const headers = bearer(token)
  const started = await request.post('/api/admin/second-factor', { headers, data: { password } })
  const { secret }: { secret: string } = await started.json()
  const data = { code: codeOf(secret) }
  const confirmed = await request.post('/api/admin/second-factor/confirm', { headers, data })
  expect(confirmed.status()).toBe(200)
  const { recoveryCodes }: { recoveryCodes: string[] } = await confirmed.json()
  return { secret, recoveryCodes }
}

/** Opens the pages of this browser as a new person of the staff. */
export async function openStaff(page: Page, role: Role): Promise<StaffPerson> {
  const person = await givenStaff(page.request, role)
  await openAsStaff(page, person)
  return person
}

/** Opens a page of a section with the links of the navigation. */
export async function openPlace(page: Page, section: string, place: string): Promise<void> {
  const follow = (navigation: string, link: string) =>
    page
      .getByRole('navigation', { name: navigation, exact: true })
      .getByRole('link', { name: new RegExp(`^${link}( \\d+ waiting)?$`) })
      .click()
  await follow('Administration', section)
  await follow(section, place)
}

export async function logOutStaff(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Log out of admin' }).click()
}

export async function suspendMember(request: APIRequestContext, { token }: Member, reason: string) {
  const { id } = await (await request.get('/api/auth/user', { headers: bearer(token) })).json()
  const headers = bearer(await staffToken(request))
  const answer = await request.post(`/api/admin/users/${id}/suspend`, { headers, data: { reason } })
  expect(answer.status()).toBe(200)
}
