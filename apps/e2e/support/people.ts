import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { newPerson, type Person, test } from './fixtures.ts'
import { linkIn, newestMail } from './mailbox.ts'

export type Member = Person & { token: string }

/** An address as staff outside finance see it. */
export const maskedAddress = (email: string) => email.replace(/^(.).*(?=@)/, '$1…')

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A person who signed up and has not opened the mail yet. */
export async function givenUnverified(request: APIRequestContext, person = newPerson()): Promise<Person> {
  const { email, password } = person
  const data = { firstName: 'Baraka', lastName: 'Kip', email, password, confirmPassword: password }
  expect((await request.post('/api/auth/signup', { data })).status()).toBe(200)
  return person
}

/** A verified member with a session. */
export async function givenMember(request: APIRequestContext, person = newPerson()): Promise<Member> {
  await givenUnverified(request, person)
  const token = linkIn(await newestMail(request, person.email)).searchParams.get('token')
  const redeemed = await request.post('/api/auth/redeem-link', { data: { token } })
  expect(redeemed.status()).toBe(200)
  return { ...person, token: (await redeemed.json()).token }
}

/** A session of somebody with this password; by default one of the demo's own members. */
export async function logInByCall(
  request: APIRequestContext,
  email: string,
  password = 'demo-chuma',
): Promise<string> {
  const response = await request.post('/api/auth/login', { data: { email, password } })
  expect(response.status()).toBe(200)
  return (await response.json()).token
}

/** Sign this browser in as this member. */
export function signIn(page: Page, { token }: Pick<Member, 'token'>): Promise<void> {
  return keep(page, { userToken: token })
}

/** Nobody is signed in here any more, as on a device that was never used. */
export function forgetEverybody(page: Page): Promise<void> {
  return keep(page, {})
}

export async function signInStaff(page: Page): Promise<void> {
  await openAsStaff(page, { token: await logInAdmin(page.request) })
}

/** Sign this browser in as a staff member. */
export function openAsStaff(page: Page, { token }: { token: string }): Promise<void> {
  return keep(page, { adminToken: token })
}

const FRESH_MS = 4 * 60_000
let adminToken: Promise<string> | undefined
let adminSince = 0

/** The demo's admin for the calls that set a test up. Each worker logs in now and then. */
export async function staffToken(request: APIRequestContext): Promise<string> {
  // Critical calls need a log-in or another proof that is less than five minutes old.
  if (!adminToken || Date.now() - adminSince > FRESH_MS) {
    adminSince = Date.now()
    adminToken = logInAdmin(request)
  }
  return adminToken
}

async function logInAdmin(request: APIRequestContext): Promise<string> {
  const data = { username: 'admin', password: 'demo-chuma' }
  return (await (await request.post('/api/admin/login', { data })).json()).token
}

/** A small file of the site: a page that shows nothing yet fills its storage there. */
const SMALL_FILE = '/favicon.svg'

export async function keep(page: Page, entries: Record<string, string>): Promise<void> {
  // `setStorageState` opens a second page, which costs a process.
  if (page.url() === 'about:blank' && page.context().pages().length === 1) {
    await page.goto(SMALL_FILE)
    await page.evaluate((items) => {
      for (const [name, value] of Object.entries(items)) window.localStorage.setItem(name, value)
    }, entries)
    return
  }
  // A test may have a server of its own.
  const origin =
    page.url() === 'about:blank' ? (test.info().project.use.baseURL ?? '') : new URL(page.url()).origin
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }))
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
}
