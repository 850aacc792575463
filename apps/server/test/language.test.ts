import { sendVerification } from '@chuma/core/auth/links'
import { findMailLanguage } from '@chuma/db/queries/account/profile'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from '../src/env.ts'
import { openMailing } from '../src/providers/open-mailing.ts'
import { createTestApp } from '../src/testing.ts'

const testApp = await createTestApp()
afterAll(testApp.close)
const { app, db, deps } = testApp

type Call = {
  url: string
  body?: object
  token?: string
  language?: string
  method?: 'GET' | 'POST' | 'PATCH'
}

function call({ url, body, token, language, method = body ? 'POST' : 'GET' }: Call) {
  return app.inject({
    method,
    url,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(language && { 'accept-language': language }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { payload: JSON.stringify(body) }),
  })
}

test('an error comes in the browser’s language at both doors, and in English otherwise', async () => {
  for (const [language, message] of [
    ['sw-KE,sw;q=0.9,en;q=0.8', 'Hakuna tokeni ya kuingia'],
    ['en-GB,sw;q=0.5', 'No authentication token'],
    ['fr', 'No authentication token'],
    [undefined, 'No authentication token'],
  ] as const) {
    const asked = language && { language }
    expect((await call({ url: '/api/surveys', ...asked })).json()).toMatchObject({ message })
    const trpc = await call({ url: '/trpc/surveys.listSurveys', ...asked })
    expect(trpc.json().error.json.message).toBe(message)
  }
  const wrong = { email: 'nobody@example.com', password: 'not this one' }
  const login = await call({ url: '/api/auth/login', body: wrong, language: 'sw' })
  expect(login.json()).toMatchObject({ message: 'Barua pepe au nenosiri si sahihi' })
})

test('field errors, success messages and missing pages use it too', async () => {
  const asked = { language: 'sw' }
  const letter = { name: 'A', email: 'amina', subject: 'Hello there', message: 'x'.repeat(20) }
  expect((await call({ url: '/api/contact', body: letter, ...asked })).json()).toEqual({
    code: 'INVALID_INPUT',
    message: 'Jina lazima liwe na angalau herufi 2',
    fieldErrors: {
      name: ['Jina lazima liwe na angalau herufi 2'],
      email: ['Tafadhali weka barua pepe sahihi'],
    },
  })
  const link = { url: '/api/auth/resend-verification', body: { email: 'nobody@example.com' } }
  const said = 'Kama anwani hii inasubiri kuthibitishwa, kiungo kipya kiko njiani.'
  expect((await call({ ...link, ...asked })).json()).toEqual({ message: said, retryAfterSeconds: 60 })
  const trpc = await call({
    url: '/trpc/auth.resendVerification',
    body: { json: { email: 'nobody.else@example.com' } },
    ...asked,
  })
  expect(trpc.json().result.data.json).toEqual({ message: said, retryAfterSeconds: 60 })
  expect((await call({ url: '/api/nothing', ...asked })).json()).toMatchObject({ message: 'Haijapatikana' })
})

test('a member reads the language of their account, whatever the browser’s language', async () => {
  const member = await testApp.member({ points: 3 })
  const withdrawal = {
    url: '/api/withdrawals',
    token: member.token,
    body: { withdrawalMethod: 'mpesa', pointsToWithdraw: 4, mpesaNumber: '0712345678' },
  }
  const inEnglish = await call(withdrawal)
  expect(inEnglish.headers['content-type']).toContain('text/plain')
  const set = (language: string | null) =>
    call({ url: '/api/account/settings', method: 'PATCH', token: member.token, body: { language } })
  await set('sw')
  const inSwahili = await call({ ...withdrawal, language: 'en' })
  expect([inEnglish.body, inSwahili.body]).toEqual([
    "You don't have enough points for this withdrawal.",
    'Huna pointi za kutosha kutoa kiasi hiki.',
  ])
  await set('en')
  expect((await call({ ...withdrawal, language: 'sw' })).body).toBe(inEnglish.body)
})

test('a sign-up in Swahili gets its first mail in Swahili; a later sign-up with the address decides again', async () => {
  const email = 'baraka@example.com'
  const password = 'correct horse battery'
  const person = {
    firstName: 'Baraka',
    lastName: 'Mwangi',
    country: 'Kenya',
    email,
    password,
    confirmPassword: password,
  }
  const signUp = (language?: string) =>
    call({ url: '/api/auth/signup', body: person, ...(language && { language }) })
  expect((await signUp()).statusCode).toBe(200)
  expect(await findMailLanguage(db, email)).toBeNull()
  expect((await signUp('sw')).json().message).toBe(
    'Tumekutumia barua pepe. Fungua kiungo kilichomo ili uingie.',
  )
  expect(await findMailLanguage(db, email)).toBe('sw')
  expect(await findMailLanguage(db, 'nobody@example.com')).toBeNull()
  const mails: { subject: string }[] = []
  const mail = openMailing(readEnv({}), deps).write(async (outgoing) => void mails.push(outgoing))
  await sendVerification({ ...deps, mail }, { email })
  expect(mails).toMatchObject([{ to: email, subject: 'Thibitisha barua pepe yako kwa Chuma' }])
})
