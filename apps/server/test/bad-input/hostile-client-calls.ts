import type { HostileCall } from './hostile-call.ts'

type Values = {
  text: unknown[]
  email: unknown[]
  password: unknown[]
  wholeNumber: unknown[]
  tooLong: string
  anId: unknown[]
}

const id = '00000000-0000-4000-8000-000000000000'
const prose = (tooLong: string) => ['', '  ', tooLong, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}]

/** Calls at clients' door, and of staff about clients, that take a body. */
export function hostileClientCalls(values: Values): Record<string, HostileCall> {
  const { email, password, tooLong } = values
  const client = 'client'
  const entered = ['', tooLong, 7, null, [], {}]
  const code = ['', '12345', '1234567', 'ABCDEFGH', tooLong, 123456, null, [], {}]
  return {
    'client log-in': {
      url: '/api/client/login',
      path: 'clients.login',
      body: { email: 'a@example.com', password: 'x', code: '123456' },
      wrong: { email, password: ['', tooLong, 7, null, [], {}], code },
      optional: ['code'],
    },
    'client link': {
      url: '/api/client/open-link',
      path: 'clients.openLink',
      body: { token: 'o_x', code: '123456' },
      wrong: { token: ['', tooLong, 7, null, [], {}], code },
      optional: ['code'],
    },
    'client password': {
      who: client,
      method: 'PUT',
      url: '/api/client/password',
      path: 'clients.setPassword',
      body: { currentPassword: 'x', newPassword: 'secret-9' },
      wrong: { currentPassword: ['', tooLong, 7, null, [], {}], newPassword: password },
      optional: ['currentPassword'],
    },
    'client second factor': {
      who: client,
      url: '/api/client/second-factor',
      path: 'clients.startSecondFactor',
      body: { password: 'x' },
      wrong: { password: entered },
    },
    'client second factor confirmed': {
      who: client,
      url: '/api/client/second-factor/confirm',
      path: 'clients.confirmSecondFactor',
      body: { code: '123456' },
      wrong: { code },
    },
    'client second factor removed': {
      who: client,
      url: '/api/client/second-factor/remove',
      path: 'clients.removeSecondFactor',
      body: { password: 'x', code: '123456' },
      wrong: { password: entered, code },
    },
    'client recovery codes': {
      who: client,
      url: '/api/client/second-factor/recovery-codes',
      path: 'clients.renewRecoveryCodes',
      body: { password: 'x', code: '123456' },
      wrong: { password: entered, code },
    },
    'client deletion': {
      who: client,
      url: '/api/client/deletion',
      path: 'clients.deleteAccount',
      // Another email, so that nothing is deleted.
      body: { email: 'a@example.com', password: 'x', code: '123456' },
      wrong: { email, password: entered, code },
      optional: ['password', 'code'],
    },
    'client comment': {
      who: client,
      url: `/api/client/surveys/${id}/comments`,
      path: 'clients.writeComment',
      inPath: { surveyId: id },
      body: { text: 'Why so few?' },
      wrong: { text: prose(tooLong), questionId: [0, 1000, 0.5, '1', null, [], {}] },
    },
    'accepted dataset': {
      who: client,
      url: `/api/client/surveys/${id}/datasets`,
      path: 'clients.acceptDataset',
      inPath: { surveyId: id },
      body: { hash: 'a'.repeat(64) },
      wrong: { hash: ['', 'A'.repeat(64), 'a'.repeat(63), tooLong, 7, null, [], {}] },
    },
    'disputed respondent': {
      who: client,
      url: `/api/client/surveys/${id}/disputes`,
      path: 'clients.disputeRespondent',
      inPath: { surveyId: id },
      body: { respondent: '0123456789abcdef', reason: 'Copied' },
      wrong: { respondent: values.text, reason: prose(tooLong) },
    },
    'accepted quote': {
      who: client,
      url: `/api/client/surveys/${id}/accepted-quote`,
      path: 'clients.acceptQuote',
      inPath: { surveyId: id },
      body: { version: 1 },
      wrong: { version: values.wholeNumber },
    },
    ...ofStaff(values),
  }
}

function ofStaff({ text, email, wholeNumber, tooLong, anId }: Values): Record<string, HostileCall> {
  const who = 'owner'
  const money = { reference: 'EFT 1', day: '2026-01-05', cents: 100 }
  const wrongMoney = {
    reference: [...text, 'ab'],
    day: ['', 'today', '2026-02-30', tooLong, 7, null, [], {}],
    cents: wholeNumber,
  }
  return {
    'new client': {
      who,
      url: '/api/admin/clients',
      path: 'admin.createClient',
      body: { name: 'Tea board' },
      wrong: { name: [...text, 'A'] },
    },
    'person of a client': {
      who,
      url: `/api/admin/clients/${id}/users`,
      path: 'admin.addClientUser',
      inPath: { clientId: id },
      body: { name: 'Njeri', email: 'njeri@example.com' },
      wrong: { name: [...text, 'A'], email },
    },
    'link of a client': {
      who,
      url: `/api/admin/client-users/${id}/links`,
      path: 'admin.createClientLink',
      inPath: { userId: id },
      body: { days: 7, mostUses: 1 },
      wrong: { days: [...wholeNumber, 31], mostUses: [...wholeNumber, 21], surveyId: anId },
      optional: ['days', 'mostUses'],
    },
    'mailed link of a client': {
      who,
      url: `/api/admin/client-users/${id}/mailed-links`,
      path: 'admin.mailClientLink',
      inPath: { userId: id },
      body: { days: 7, mostUses: 1 },
      wrong: { days: [...wholeNumber, 31], mostUses: [...wholeNumber, 21], surveyId: anId },
      optional: ['days', 'mostUses'],
    },
    'survey of a client': {
      who,
      url: `/api/admin/clients/${id}/surveys`,
      path: 'admin.assignClientSurvey',
      inPath: { clientId: id },
      body: { surveyId: id },
      wrong: { surveyId: anId },
    },
    'answer to a client': {
      who,
      url: `/api/admin/client-surveys/${id}/comments`,
      path: 'admin.answerClient',
      inPath: { surveyId: id },
      body: { text: 'It began yesterday.' },
      wrong: { text: prose(tooLong), questionId: [0, 1000, 0.5, '1', null, [], {}] },
    },
    'order of a client': {
      who,
      url: `/api/admin/client-surveys/${id}/order`,
      path: 'admin.openClientOrder',
      inPath: { surveyId: id },
      body: { priceCents: 90_000 },
      wrong: { priceCents: wholeNumber },
    },
    'dispute of a client': {
      who,
      url: `/api/admin/client-disputes/${id}/decide`,
      path: 'admin.decideClientDispute',
      inPath: { id },
      body: { decision: 'rejected', answer: 'They read every question.' },
      wrong: { decision: ['', 'paid', 7, null, [], {}], answer: prose(tooLong) },
      optional: ['answer'],
    },
    'quote to a client': {
      who,
      url: `/api/admin/client-surveys/${id}/quotes`,
      path: 'admin.createClientQuote',
      inPath: { surveyId: id },
      body: { completes: 100, incidencePercent: 50 },
      wrong: { completes: [...wholeNumber, 1_000_001], incidencePercent: [...wholeNumber, 101] },
    },
    'prepayment of a client': {
      who,
      url: `/api/admin/clients/${id}/receipts`,
      path: 'admin.bookClientReceipt',
      inPath: { clientId: id },
      body: money,
      wrong: wrongMoney,
    },
    'money returned to a client': {
      who,
      url: `/api/admin/clients/${id}/returns`,
      path: 'admin.returnClientMoney',
      inPath: { clientId: id },
      body: { ...money, reason: 'It has ended' },
      wrong: { ...wrongMoney, reason: prose(tooLong) },
    },
  }
}
