import { afterAll, describe, expect, test } from 'vitest'
import { givenSite } from './given-site.ts'

const { send, ask, member, close } = await givenSite()
afterAll(close)

const person = { firstName: 'Ann', lastName: 'Wanjiru', country: 'Kenya', email: 'ann@example.com' }
const signup = { ...person, password: 'mango-9-rain', confirmPassword: 'mango-9-rain' }
const credentials = { email: 'ann@example.com', password: 'mango-9-rain' }
const staff = { username: 'keeper', password: 'a-long-staff-password' }
const mpesa = { pointsToWithdraw: 2, withdrawalMethod: 'mpesa', mpesaNumber: '0712345678' }
const bank = {
  ...{ pointsToWithdraw: 2, withdrawalMethod: 'bank' },
  ...{ bankName: 'Equity Bank', accountNumber: '0123456789', accountName: 'Ann Wanjiru' },
}
/** Bodies from which nothing can be read. */
const nothing = [undefined, null, [], 'text', 7, true, {}]
const wrong = ['', null, 7, [], {}, undefined]
const each = (good: object, names: string[], values: unknown[] = wrong) =>
  names.flatMap((name) => values.map((value) => ({ ...good, [name]: value })))

type Form = { path: string; procedure: string }
const forms = {
  signup: { path: '/api/auth/signup', procedure: 'auth.signup' },
  login: { path: '/api/auth/login', procedure: 'auth.login' },
  resend: { path: '/api/auth/resend-verification', procedure: 'auth.resendVerification' },
  staff: { path: '/api/admin/login', procedure: 'admin.login' },
} satisfies Record<string, Form>

type Line = { form: keyof typeof forms; says: string; sw: string; to: unknown[] }
const lines: Line[] = [
  {
    form: 'signup',
    says: 'Please fill in all required fields',
    sw: 'Tafadhali jaza sehemu zote zinazohitajika',
    to: [
      ...nothing,
      ...each(signup, ['firstName', 'lastName', 'email', 'password']),
      ...each(signup, ['firstName', 'lastName', 'email'], ['   ']),
      { firstName: '', email: 'no address', password: 'a', confirmPassword: 'b' },
    ],
  },
  {
    form: 'signup',
    says: 'Passwords do not match',
    sw: 'Manenosiri hayalingani',
    to: [
      ...each(signup, ['confirmPassword']),
      { ...signup, confirmPassword: 'mango-9-rai' },
      { ...signup, email: 'no address', password: 'a', confirmPassword: 'b' },
    ],
  },
  {
    form: 'signup',
    says: 'Password must be at least 6 characters long',
    sw: 'Nenosiri lazima liwe na angalau herufi 6',
    to: [
      { ...signup, password: 'abcde', confirmPassword: 'abcde' },
      { ...signup, password: '  ', confirmPassword: '  ', email: 'no address', country: 7 },
    ],
  },
  {
    form: 'login',
    says: 'Please enter both email and password',
    sw: 'Tafadhali weka barua pepe na nenosiri',
    to: [...nothing, ...each(credentials, ['email', 'password']), { email: '  ', password: 'x' }],
  },
  {
    form: 'resend',
    says: 'Please enter your email address to resend verification.',
    sw: 'Tafadhali weka barua pepe yako ili tutume tena uthibitisho.',
    to: [...nothing, ...each({}, ['email']), { email: ' ' }],
  },
  {
    form: 'staff',
    says: 'Please enter both username and password',
    sw: 'Tafadhali weka jina la mtumiaji na nenosiri',
    to: [...nothing, ...each(staff, ['username', 'password']), { username: ' ', password: 'x' }],
  },
]

describe.each(lines)('$form says "$says"', ({ form, says, sw, to }) => {
  const { path, procedure }: Form = forms[form]

  test('in message, over both doors, whatever is missing or of the wrong type', async () => {
    for (const body of to) {
      const rest = await send('POST', path, { body })
      expect([body, rest.status, rest.body.message]).toEqual([body, 400, says])
      expect(rest.body.fieldErrors).not.toBeNull()
      expect(await ask(procedure, { body })).toMatchObject({ status: 400, message: says })
      // REST reads no body as one without fields.
      const typed = await ask(procedure, { body: body === undefined ? {} : body })
      expect(typed).toEqual({ status: 400, message: says, fieldErrors: rest.body.fieldErrors })
    }
  })

  test('in Swahili to those who read it', async () => {
    const asked = { body: to.at(-1), language: 'sw' }
    expect((await send('POST', path, asked)).body.message).toBe(sw)
    expect((await ask(procedure, asked)).message).toBe(sw)
  })
})

test('the fields keep their own errors beside the sentence', async () => {
  const { body } = await send('POST', '/api/auth/signup', { body: { ...signup, confirmPassword: 'other' } })
  expect(body).toEqual({
    code: 'INVALID_INPUT',
    message: 'Passwords do not match',
    fieldErrors: { confirmPassword: ['Passwords do not match'] },
  })
})

type TextLine = { says: string; sw: string; status?: number; to: unknown[] }
const texts: TextLine[] = [
  {
    says: 'Please fill in all required fields.',
    sw: 'Tafadhali jaza sehemu zote zinazohitajika.',
    to: [
      ...nothing,
      ...each(mpesa, ['pointsToWithdraw'], ['', null, '2', [], {}, undefined]),
      ...each(bank, ['withdrawalMethod'], [...wrong, 'cash']),
      ...[{ amount: 5 }, { method: 'mpesa', details: '0712345678' }, { pointsToWithdraw: 0 }],
    ],
  },
  {
    says: 'Minimum withdrawal is 1 points (KES 1,000).',
    sw: 'Kiwango cha chini cha kutoa ni pointi 1 (KES 1,000).',
    to: [
      ...each(mpesa, ['pointsToWithdraw'], [0, -1, -1_000_000_000, 0.5]),
      ...[
        { ...mpesa, pointsToWithdraw: 0, mpesaNumber: '' },
        { amount: 0, method: 'bank', details: {} },
      ],
    ],
  },
  {
    says: "You don't have enough points for this withdrawal.",
    sw: 'Huna pointi za kutosha kutoa kiasi hiki.',
    status: 409,
    to: each(mpesa, ['pointsToWithdraw'], [11, 1000, Number.MAX_SAFE_INTEGER]),
  },
  {
    says: 'Please enter your M-Pesa number.',
    sw: 'Tafadhali weka nambari yako ya M-Pesa.',
    to: [...each(mpesa, ['mpesaNumber'], [...wrong, ' ']), { amount: 2, method: 'mpesa' }],
  },
  {
    says: 'Please fill in all bank details.',
    sw: 'Tafadhali jaza taarifa zote za benki.',
    to: [
      ...each(bank, ['bankName', 'accountNumber', 'accountName'], [...wrong, ' ']),
      { amount: 2, method: 'bank', details: 'Equity' },
    ],
  },
]

describe.each(texts)('a withdrawal says "$says"', ({ says, sw, to, status = 400 }) => {
  test('as plain text over REST and in message over the typed door, in both languages', async () => {
    const { token } = await member({ points: 10 })
    for (const body of to) {
      for (const [language, sentence] of [
        ['en', says],
        ['sw', sw],
      ] as const) {
        const rest = await send('POST', '/api/withdrawals', { token, body, language })
        expect([body, rest.status, rest.text]).toEqual([body, status, sentence])
        expect(rest.headers.get('content-type')).toBe('text/plain; charset=utf-8')
        // The dashboard's short body is REST's own.
        if (typeof body === 'object' && body !== null && 'amount' in body) continue
        const typed = await ask('wallet.requestWithdrawal', { token, body, language })
        expect([body, typed.status, typed.message]).toEqual([body, status, sentence])
      }
    }
  })
})

test.each([
  ['Enter a whole number of points', { ...mpesa, pointsToWithdraw: 1.5 }],
  ['Enter a Kenyan mobile number, such as 0712345678', { ...mpesa, mpesaNumber: 'x'.repeat(40) }],
  ['Enter an account number of 6 to 16 digits', { ...bank, accountNumber: '12' }],
  ['Check your bank details: names have at most 80 characters.', { ...bank, bankName: 'x'.repeat(500) }],
  ['2 points are KES 2,000', { ...mpesa, amountKes: 1 }],
  ['This field is not valid: amountKes', { ...mpesa, amountKes: '2000' }],
  ['tip: Unknown field', { ...mpesa, tip: 1 }],
])('what no quoted sentence covers is a whole sentence too: %s', async (says, body) => {
  const { token } = await member({ points: 10 })
  expect((await send('POST', '/api/withdrawals', { token, body })).text).toBe(says)
  expect((await ask('wallet.requestWithdrawal', { token, body })).message).toBe(says)
})

const letter = { name: 'Ann', email: person.email, subject: 'A question', message: 'When am I paid?' }

test.each([
  ['Name must be at least 2 characters', { name: 'A', subject: '' }],
  ['Please enter a valid email address', { email: 'ann', message: '' }],
  ['Subject must be at least 5 characters', { subject: 'Hi', message: '' }],
  ['Message must be at least 10 characters', { message: 'Hi' }],
])('the contact form says "%s", the first of its problems, over both doors', async (says, wrong) => {
  const body = { ...letter, ...wrong }
  const rest = await send('POST', '/api/contact', { body })
  expect([rest.status, rest.body.message]).toEqual([400, says])
  expect(Object.keys(rest.body.fieldErrors)).not.toEqual([])
  expect(await ask('inbox.sendMessage', { body })).toMatchObject({ status: 400, message: says })
})

test('what has no sentence of its own says that of the first field, in the order of the form', async () => {
  const { token } = await member()
  const body = { ...person, country: 'K'.repeat(200), firstName: '' }
  const rest = await send('PUT', '/api/profile', { token, body })
  const { message: said, fieldErrors } = rest.body
  expect([rest.status, Object.keys(fieldErrors)]).toEqual([400, ['firstName', 'country']])
  expect(said).toBe(fieldErrors.firstName[0])
  expect(await ask('account.updateProfile', { token, body })).toMatchObject({ status: 400, message: said })
})
