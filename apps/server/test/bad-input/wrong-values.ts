import { defaultAssumptions } from '@chuma/contract/admin/economy/project-economy'
import { ANY_ID, SURVEY_ID } from './samples.ts'

export const tooLong = 'x'.repeat(5001)
const UNPRINTABLE = ['a\0b', '\ud800', 'a\u001bb']
const BLANK = ['', '   ']

/** What no field of a kind takes, unless `ALLOWED` says so. */
const WRONG_FOR = {
  string: [...BLANK, tooLong, ...UNPRINTABLE, 7, null, [], {}, true],
  id: ['', 'x', '1', `${ANY_ID}x`, tooLong, 'a\0b', 7, null, [], {}],
  number: [-1, 0, 0.5, Number.MAX_VALUE, 1e21, 2 ** 53, '1', '１', null, [], {}, true],
  boolean: ['', 'true', 0, 1, null, [], {}],
  array: ['', 'x', 7, null, {}, true, [null]],
  object: ['x', 7, null, [], true],
}

function kindOf(right: unknown): keyof typeof WRONG_FOR {
  if (Array.isArray(right)) return 'array'
  if (right === ANY_ID || right === SURVEY_ID) return 'id'
  return typeof right as 'string'
}

/** List wrong values of a call's field, of which `right` is a right one. */
export function listWrong(procedure: string, field: string, right: unknown): unknown[] {
  const keys = [field, `${procedure}.${field}`]
  const allowed = [...keys, procedure].flatMap((key) => ALLOWED[key] ?? [])
  const general = WRONG_FOR[kindOf(right)].filter((value) => !allowed.includes(value))
  return [...general, ...keys.flatMap((key) => SPECIAL[key] ?? [])]
}

/** Compared with a password, and never stored. */
const ENTERED = ['   ', ...UNPRINTABLE]

/** Values of `field`, `procedure.field` or all of a procedure's fields that are right, or wrong only with others. */
const ALLOWED: Record<string, unknown[]> = {
  password: ENTERED,
  currentPassword: ENTERED,
  csv: ['   ', tooLong, ...UNPRINTABLE],
  language: [null],
  theme: [null],
  category: [''],
  rule: [null],
  minTimeSeconds: [null],
  instructions: BLANK,
  adminNotes: BLANK,
  externalUrl: BLANK,
  reward: [0, 0.5],
  totalEarnings: [-1, 0, 0.5],
  personId: [null],
  partnerId: [null],
  questions: [null],
  quota: [null],
  startsAt: [null],
  endsAt: [null],
  softLaunch: [null],
  dailyPercent: [null],
  'surveys.saveAnswer.answer': ['1', '１'],
  'tasks.clickAd.timeSpent': [-1, 0, 0.5, Number.MAX_VALUE, 1e21, 2 ** 53],
  'admin.setStaffEmail.email': [null],
  'admin.setOwnEmail.email': [null],
  'admin.setMemberRole.role': [null],
  'admin.decideProof.reason': BLANK,
  'admin.decideSurveyReview.reason': BLANK,
  'admin.createTask.description': BLANK,
  'admin.updateTask.description': BLANK,
  'admin.createTask.country': [''],
  'admin.updateTask.country': [''],
  'admin.createSurvey.country': BLANK,
  'admin.updateSurvey.country': BLANK,
  'admin.createTask.points': [0],
  'admin.updateTask.points': [0],
  'admin.updateTask.url': [...BLANK, ...UNPRINTABLE],
  'admin.editEarnings.points': [-1, 0],
  'admin.saveEligibility.version': [0],
  'admin.saveQuestionnaire.version': [0],
  'admin.importQuestionnaire.version': [0],
  'admin.saveQuotas.version': [0],
  'admin.chooseEconomyPreset.version': [0],
  'admin.changeEconomy.version': [0],
  'admin.changeFigures': BLANK,
  'admin.createReplyTemplate.subject': [null],
  'admin.updateReplyTemplate.subject': [null],
  'partners.openClaim.note': BLANK,
  'admin.correctPayout.note': BLANK,
}

const emails = ['a', 'a@', 'аnn@example.com', 'a b@example.com', 'a@b@example.com']
const bytes = ['a b', 'a+b', 'a=', 'ä']
const roles = ['king', 'OWNER']
const codes = ['12345', '1234567', '12345a', '１２３４５', '123456\0', 'ABCDEFGH', 123456]
const csvOf = (header: string) => (rows: string) => `${header}\n${rows}`
const offers = csvOf('Title,Description,Reward USD,Duration')
const inAnotherForm = ['2026-02-30T10:00:00Z', '2026-13-01T00:00:00Z', '2026-11-20', 'tomorrow']
const badLinks = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example/x',
  'ftp://evil.example/x',
  'https://user:secret@evil.example',
]

const question = { id: 1, type: 'multiple-choice', question: 'Tea?', options: ['Yes', 'No'], required: true }
const questions = [
  { id: 0 },
  { id: 1000 },
  { type: 'date' },
  { question: '' },
  { options: ['One'] },
  { options: ['One', 'One'] },
  { options: Array.from({ length: 21 }, (_, index) => `Option ${index}`) },
  { type: 'text' },
  { expected: 'Perhaps' },
  { type: 'rating', options: [], expected: '6' },
  { type: 'text', options: [], expected: 'anything' },
  { extra: 1 },
].map((change) => [{ ...question, ...change }])

const asked = { id: 1, code: 'tea', type: 'yes-no', words: { en: 'Tea?' } }
const section = { code: 'main', questions: [asked] }
let deep: object = { '!': [true] }
for (let level = 0; level < 1000; level += 1) deep = { '!': [deep] }
const sections = [
  {},
  { ...section, code: 'A b' },
  { ...section, questions: [] },
  { ...section, showIf: { eval: ['1'] } },
  { ...section, showIf: deep },
  { ...section, showIf: { or: Array.from({ length: 600 }, () => true) } },
  ...[
    { id: 0 },
    { code: '1' },
    { type: 'picture' },
    { words: {} },
    { words: { sw: 'Je?' } },
    { words: { en: '' } },
    { words: { en: 'a\0b' } },
    { words: { en: tooLong } },
    { endIf: [{ if: true, outcome: 'reward' }] },
    { expected: 'maybe' },
    { options: [] },
    { type: 'number', min: 1 },
    { type: 'scale', from: 0, to: 11 },
    { type: 'grid', rows: [], columns: [] },
  ].map((change) => ({ ...section, questions: [{ ...asked, ...change }] })),
].map((wrong) => ({ languages: ['en'], sections: [wrong] }))

const women = { code: 'women', label: 'Women', codes: ['female'] }
const dimension = { source: 'profile', code: 'sex', label: 'Sex', groups: [women] }
const cell = { groups: ['women'], target: 1 }
const dimensions = [
  { source: 'country' },
  { code: '' },
  { code: 'A b' },
  { label: '' },
  { label: 'a\0b' },
  { groups: [] },
  { groups: [{}] },
  { groups: [women, women] },
  { groups: [{ ...women, codes: [] }] },
  { groups: [{ ...women, codes: ['female', 'female'] }] },
  { extra: 1 },
].map((change) => [{ ...dimension, ...change }])
const cells = [
  { target: -1 },
  { target: 1.5 },
  { target: 1e12 },
  { target: '1' },
  { groups: 'women' },
  { groups: ['Women!'] },
  { extra: 1 },
].map((change) => [{ ...cell, ...change }])

/** Wrong only for `field`, or for `procedure.field`. */
const SPECIAL: Record<string, unknown[]> = {
  email: emails,
  paypalEmail: emails,
  'inbox.sendMessage.email': ['ann@example.com\u001bBcc: all@example.com', 'ann@example.com,all@example.com'],
  'auth.signup.password': ['12345', 'a\0bcdef'],
  'auth.resetPassword.password': ['12345', 'a\0bcdef'],
  newPassword: ['12345', 'a\0bcdef', 'a\0bcdefghijklmnop'],
  'admin.changePassword.newPassword': ['short'],
  confirmPassword: ['other'],
  referralCode: ['ABC', 'ABCDEFGHJKMNP', 'ABCDEF-7', 'ÀBCDEFGH', 'ABCDEFGH'],
  id: bytes,
  clientDataJSON: bytes,
  authenticatorData: bytes,
  signature: bytes,
  attestationObject: bytes,
  userHandle: [...bytes, 'x'.repeat(87)],
  transports: [['radio'], Array(11).fill('usb')],
  'account.confirmPasskey.name': ['x'.repeat(61)],
  'admin.createClient.name': ['A'],
  'admin.addClientUser.name': ['A'],
  'inbox.sendMessage.name': ['A'],
  'inbox.sendMessage.message': ['Too short', 'Two days\0late', '\ud800 two days'],
  'inbox.sendMessage.subject': ['Help'],
  subject: ['Hello there\u001bBcc: all@example.com'],
  code: codes,
  hash: ['A'.repeat(64), 'a'.repeat(63)],
  questionId: [1000],
  days: [31],
  mostUses: [21],
  completes: [1_000_001],
  incidencePercent: [101],
  reference: ['ab'],
  day: ['today', '2026-1-5', '2026-02-30', '2026-01-05T00:00:00Z', "2026-01-05'"],
  'account.answerTerms.version': [2_000_000_000],
  isConsented: [false],
  'profile.answerGroup.answers': [{ work: 'student' }, { shoe: ['big'] }],
  'tasks.submitQuiz.answers': [{ x: 'A' }, ...['E', ['A'], null].map((answer) => ({ [ANY_ID]: answer }))],
  codes: [[], [7], ['a\0b'], [tooLong], ['lamu', 'kisii']],
  language: ['de', 'EN'],
  theme: ['de', 'EN'],
  source: ['de', 'EN'],
  attribute: ['de', 'EN'],
  'surveys.saveAnswer.answer': [6, 1.5, tooLong, 'a\0b', '3,5', '0x3'],
  completedAt: ['yesterday'],
  appeal: ['too short', 'a\0bcdefghij', '\ud800abcdefghij'],
  proof: ['abcd', ...badLinks, 'https://evil.example\\@bank.example'],
  timeSpent: [''],
  pointsToWithdraw: [1.5, 1e300, '0x1', '1e0'],
  amountKes: [999, -1000, 1000.5, '1000'],
  withdrawalMethod: ['cash', 'MPESA'],
  mpesaNumber: ['0812345678', '０８１２３４５６７８', '0712345678\0', 712345678],
  'premium.payPremium.mpesaNumber': ['0202222222', '+255712345678', '0711123456 ext 5'],
  'premium.payPremium.months': [13],
  months: [25],
  accountNumber: ['123', 'abcdefgh', '１２３', 12345678],
  way: ['mail'],
  'admin.createStaff.username': ['a b', 'joyсe'],
  role: roles,
  permissions: [
    ...[[], ['keys:manage'], ['staff:manage'], ['economy:manage'], ['x'], 'stats:read'],
    ...[
      ['members:edit', 'withdrawals:decide'],
      ['stats:read', 'stats:read'],
    ],
  ],
  expiresInDays: [91],
  networks: [['x'], [7], ['10.0.0.0/33']],
  decision: ['GRANT', 'submitted', 'APPROVED', 'review', 'PROMISED', 'open', 'CREDITED', 'doubtful'],
  'admin.decideClientDispute.decision': ['paid'],
  status: ['answered', 'CLOSED', 'pending'],
  choice: ['generous'],
  kind: ['nonsense', 'AD', 'partner', 'External'],
  cause: ['x'],
  correctAnswer: ['a', 'E', 'AB'],
  minTimeSeconds: [3601],
  ids: [[], [7], ['x'], ANY_ID, Array(1001).fill(ANY_ID)],
  'admin.approveWithdrawals.ids': [[ANY_ID, ANY_ID]],
  'admin.approveWithdrawals.all': [false],
  limit: [1001],
  from: [{}, { points: 1 }, { points: 1, totalEarnings: 1, more: 1 }],
  totalEarnings: [0.001, 1.005, ''],
  trippedAt: ['yesterday'],
  since: ['yesterday', ...inAnotherForm],
  startsAt: inAnotherForm,
  endsAt: inAnotherForm,
  'admin.createTask.url': [`https://shop.example/${tooLong}`],
  'admin.updateTask.url': [`https://shop.example/${tooLong}`],
  'webhooks.createWebhook.url': [
    ...[
      'https://',
      'hooks.example',
      '//hooks.example/',
      'https:hooks.example',
      `https://a.example/${tooLong}`,
    ],
    ...['javascript:alert(1)', 'file:///etc/passwd', 'http://hooks.example/', 'https://u:p@hooks.example/'],
    ...['https://127.0.0.1/', 'https://2130706433/', 'https://[::1]/', 'https://[::ffff:10.0.0.1]/'],
    ...['https://169.254.169.254/latest', 'https://localhost/', 'https://hooks.example:22/'],
  ],
  events: [[], [7], ['nothing'], ['withdrawal.paid', 'withdrawal.paid'], ['webhook.test']],
  externalUrl: [
    ...badLinks,
    ...['JaVaScRiPt:alert(1)', ' javascript:alert(1)', '/\\partner.example', 'https:partner.example'],
    ...['http://partner.example/tea', 'http://localhost:3000/', 'https://partner.example/a b'],
    ...[
      'https://part\u200bner.example',
      `https://partner.example/${'x'.repeat(3000)}`,
      'partner.example',
      'x',
    ],
  ],
  'admin.createSurvey.externalUrl': [''],
  'admin.createSurvey.partnerId': [SURVEY_ID],
  'admin.updateSurvey.partnerId': [SURVEY_ID],
  category: ['tea', 'Finance'],
  reward: [0.001, 1e12, 10_000.01, '2.5'],
  duration: [1e12],
  quota: [1e12],
  questions: [
    [{}],
    [7],
    ...questions,
    [question, question],
    Array.from({ length: 51 }, (_, index) => ({ ...question, id: index + 1 })),
  ],
  rule: [
    ...[{}, { and: [] }, { or: [{}] }, { is: 'age' }, deep],
    { is: 'any-of', attribute: 'shoe', codes: ['x'] },
    { is: 'any-of', attribute: 'county', codes: ['paris'] },
    { is: 'country', countries: ['a\0b'] },
    { is: 'new-to', surveys: [tooLong] },
    { or: Array.from({ length: 60 }, () => ({ is: 'premium', value: true })) },
  ],
  questionnaire: [
    ...[
      {},
      { sections: [] },
      { sections: [section], extra: 1 },
      { sections: [section], languages: ['english'] },
    ],
    ...sections,
  ],
  'admin.importQuestionnaire.csv': [
    'x',
    'Element,ID,Code,Type,Settings,en\noption,,a,,,A',
    'a'.repeat(1_100_000),
  ],
  'admin.importSurveys.csv': [
    ...['x', 'Name,Pay\nTea,1', 'Title,Description,Reward USD,Duration,Title\na,b,1,1,c'],
    ...[
      offers('a,b,1,1,1,1'),
      offers('"a,b,1,1'),
      offers('a,b,1,1\n'.repeat(2001)),
      offers('a,b,1,1\n'.repeat(100_000)),
    ],
  ],
  'admin.importStatement.csv': [' ', 'nothing\n1', 'receipt,amount,completed at', '"', 'x'.repeat(5_000_001)],
  'admin.importQuizQuestions.csv': [' ', 'a,b\n1,2', 'Question,Option A', '"', 'x'.repeat(3_000_001)],
  'admin.importPayments.csv': ['a,b\n1,2', '"', 'x'.repeat(1_100_000)],
  bank: [{}, ...['', "x'; drop", 'Nowhere', tooLong].map((name) => ({ name }))],
  dimensions: [
    ...[[{}], [dimension, dimension], ...dimensions],
    Array.from({ length: 5 }, (_, place) => ({ ...dimension, code: `sex${place}` })),
  ],
  cells: [[], [{}], ...cells],
  total: [1e12],
  softLaunch: [1e12],
  dailyPercent: [101],
  holdMinutes: [4, 1441],
  change: [
    ...['', tooLong, 'a\0b', 7, null, [], {}].map((name) => ({ kind: 'add', name })),
    ...[
      {},
      { kind: 'empty' },
      { kind: 'rename', code: 0, name: 'a' },
      { kind: 'merge', code: 1, into: 1000 },
    ],
    ...[
      { kind: 'remove', code: '1' },
      { kind: 'remove', code: 1, name: 'a' },
    ],
  ],
  respondents: [[], [7], ['x'], ['R123456789ABCDEF'], Array(201).fill('r123456789abcdef')],
  add: [[0], [1000], [1.5], ['1'], Array(51).fill(1)],
  remove: [[0], [1000], [1.5], ['1'], Array(51).fill(1)],
  hours: [[], [7], [''], ['a\0b'], Array(8).fill('x')],
  adsReward: ['x'.repeat(41)],
  assumptions: [
    ...[{}, { payoutSharePercent: 50 }],
    ...[
      { nothing: 1 },
      { payoutSharePercent: 101 },
      { payoutSharePercent: '50' },
      { kesPerUsd: 1e21 },
      { adKes: 0.001 },
      { startingMembers: 0.5 },
    ].map((change) => ({ ...defaultAssumptions, ...change })),
  ],
  changes: [
    ...[{}, { nothing: 1 }, { pointsPerUsd: 0 }, { spinTable: [] }, { mpesaMinKes: 5, mpesaMaxKes: 4 }],
    ...[0, 0.5, '1000', 1e21].map((kesPerPoint) => ({ kesPerPoint })),
    ...['Nowhere/Land', "Africa/Nairobi'; drop table member"].map((timeZone) => ({ timeZone })),
    {
      spinTable: [
        { points: 1, weight: 0 },
        { points: 1, weight: 1 },
      ],
    },
    { spinTable: Array.from({ length: 25 }, () => ({ points: 1, weight: 1 })) },
    { adPoints: { min: 9, max: 8 } },
  ],
}
