import { defaultAssumptions } from '@chuma/contract/admin/economy/project-economy'
import { sampleFigures } from '@chuma/contract/admin/figures'

export const SURVEY_ID = '11111111-1111-4111-8111-111111111111'
export const ANY_ID = '00000000-0000-4000-8000-000000000000'

/** `alternatives`: fields that do not go with the others, each with a right value. */
type Sample = { procedure: string; required: object; optional: object; alternatives: object }
const sample = (procedure: string, required: object, optional = {}, alternatives = {}): Sample => ({
  procedure,
  required,
  optional,
  alternatives,
})

const login = { email: 'a@example.com', password: 'x' }
const chosen = { newPassword: 'secret-9', confirmPassword: 'secret-9' }
const proven = { password: 'x', code: '123456' }
const person = { firstName: 'Ann', lastName: 'Bee', email: 'ann@example.com', country: 'Kenya' }
const { country, ...signup } = { ...person, password: 'secret-9', confirmPassword: 'secret-9' }
const because = { reason: 'Because' }
const noted = { note: 'Known.' }
const money = { reference: 'EFT 1', day: '2026-01-05', cents: 100 }
const link = { days: 7, mostUses: 1 }

const ofAccounts = [
  sample('auth.signup', signup, { country }, { referralCode: 'ABCDEFG7' }),
  sample('auth.login', login),
  sample('auth.restoreAccount', login),
  sample(
    'auth.logInWithPasskey',
    { id: 'AQ', clientDataJSON: 'e30', authenticatorData: 'AQ', signature: 'AQ', userHandle: 'AQ' },
    {},
    { keepAccount: true },
  ),
  sample('account.startPasskey', { password: 'not my password' }),
  sample('account.confirmPasskey', {
    name: 'Phone',
    id: 'AQ',
    clientDataJSON: 'e30',
    attestationObject: 'AQ',
    transports: [],
  }),
  sample('auth.resendVerification', { email: 'a@example.com' }),
  sample('auth.redeemLink', { token: 'l_x' }),
  sample('auth.requestSignInLink', { email: 'a@example.com' }),
  sample('auth.forgotPassword', { email: 'a@example.com' }),
  sample('auth.resetPassword', { password: 'secret-9', confirmPassword: 'secret-9' }),
  sample('account.changePassword', { currentPassword: 'x', ...chosen }),
  sample('account.updateProfile', person),
  sample(
    'account.updateSettings',
    {},
    { language: 'sw', theme: 'dark', mailsPayouts: true, mailsSignIns: false, analyticsConsent: true },
  ),
  sample('account.answerTerms', { version: 1, isAccepted: true }),
  sample('account.requestDeletion', { password: 'not my password' }),
  sample('profile.answerGroup', {
    answers: { work: ['student'], occupation: ['prefer_not'] },
    isConsented: true,
  }),
  sample('profile.saveAnswer', { codes: ['lamu'], isConsented: true }, { source: 'page' }),
  sample('profile.dismissQuestion', { attribute: 'county' }),
  sample('profile.shareProfile', {}, { isShared: true, isLinked: true }),
]

const walked = { profile: { county: 'lamu' } }

const ofClients = [
  sample('clients.login', login, { code: '123456' }),
  sample('clients.openLink', { token: 'o_x' }, { code: '123456' }),
  sample('clients.openSignOff', { token: 'v_x' }),
  sample('clients.walkSignOff', { token: 'v_x', answers: { 1: 'yes' } }, walked),
  sample('clients.commentSignOff', { token: 'v_x', name: 'Njeri', text: 'Too long' }, { questionId: 1 }),
  sample('clients.decideSignOff', { token: 'v_x', name: 'Njeri', decision: 'changes' }),
  sample(
    'clients.keepSignOffTest',
    { token: 'v_x', name: 'Njeri', answers: { 1: 'yes' }, seconds: 9 },
    walked,
  ),
  sample('clients.setPassword', { newPassword: 'secret-9' }, { currentPassword: 'x' }),
  sample('clients.startSecondFactor', { password: 'x' }),
  sample('clients.confirmSecondFactor', { code: '123456' }),
  sample('clients.removeSecondFactor', proven),
  sample('clients.renewRecoveryCodes', proven),
  // Another email, so that nothing is deleted.
  sample('clients.deleteAccount', { email: 'a@example.com' }, proven),
  sample('clients.writeComment', { text: 'Why so few?' }, {}, { questionId: 1 }),
  sample('clients.acceptDataset', { hash: 'a'.repeat(64) }),
  sample('clients.disputeRespondent', { respondent: '0123456789abcdef', reason: 'Copied' }),
  sample('clients.acceptQuote', { version: 1 }),
  sample('admin.createClient', { name: 'Tea board' }),
  sample('admin.addClientUser', { name: 'Njeri', email: 'njeri@example.com' }),
  sample('admin.createClientLink', {}, link, { surveyId: ANY_ID }),
  sample('admin.mailClientLink', {}, link, { surveyId: ANY_ID }),
  sample('admin.assignClientSurvey', { surveyId: ANY_ID }),
  sample('admin.answerClient', { text: 'It began yesterday.' }, {}, { questionId: 1 }),
  sample('admin.openClientOrder', { priceCents: 90_000 }),
  sample('admin.decideClientDispute', { decision: 'rejected' }, { answer: 'They read every question.' }),
  sample('admin.createClientQuote', { completes: 100, incidencePercent: 50 }),
  sample('admin.bookClientReceipt', money),
  sample('admin.returnClientMoney', { ...money, reason: 'It has ended' }),
]

const withdrawal = { pointsToWithdraw: 1, withdrawalMethod: 'mpesa', mpesaNumber: '0712345678' }

const ofEarning = [
  sample('surveys.startSurvey', { surveyId: SURVEY_ID }),
  sample('surveys.saveAnswer', { questionId: 2, answer: 3 }),
  sample(
    'surveys.completeSurvey',
    {},
    { answers: { '1': 'SACCO', '2': 4, '3': 'yes' }, completedAt: '2026-11-20T10:00:00Z' },
  ),
  sample('surveys.rateSurvey', { rating: 4 }),
  sample('surveys.appealSurvey', { appeal: 'I read every question.' }),
  sample('tasks.submitQuiz', { answers: { [ANY_ID]: 'A' } }),
  sample('tasks.clickAd', { timeSpent: 20 }),
  sample('tasks.submitProof', { proof: 'https://social.example/p/1' }),
  sample('partners.openClaim', { clickId: ANY_ID }, { note: 'I finished it' }),
  sample('wallet.requestWithdrawal', withdrawal, { amountKes: 1000, saveDetails: true }),
  sample('wallet.requestWithdrawal', {
    pointsToWithdraw: 1,
    withdrawalMethod: 'paypal',
    paypalEmail: 'ann@example.com',
  }),
  sample('wallet.requestWithdrawal', {
    pointsToWithdraw: 1,
    withdrawalMethod: 'bank',
    bankName: 'Equity',
    accountNumber: '0123456789',
    accountName: 'Ann Bee',
  }),
  sample('wallet.requestDestinationCode', { mpesaNumber: '0712345678' }),
  sample('wallet.confirmDestinationCode', { mpesaNumber: '0712345678', code: '123456' }),
  sample('wallet.appealPayoutPause', { appeal: 'It is my sister’s account.' }),
  sample('premium.payPremium', { mpesaNumber: '0712345678' }, { months: 1 }),
  sample('inbox.sendMessage', {
    name: 'Ann Bee',
    email: 'ann@example.com',
    subject: 'A late payout',
    message: 'It has been two days.',
  }),
  sample('admin.countPageView', { route: '/about' }),
]

const ofStaffAccounts = [
  sample('admin.login', { username: 'x', password: 'x' }, { code: '123456' }),
  sample('admin.changePassword', {
    currentPassword: 'x',
    newPassword: 'fifteen-letters',
    confirmPassword: 'fifteen-letters',
  }),
  sample('admin.startSecondFactor', { password: 'x' }),
  sample('admin.confirmSecondFactor', { code: '123456' }),
  sample('admin.removeSecondFactor', proven),
  sample('admin.renewRecoveryCodes', proven),
  sample('admin.stepUp', { way: 'code', code: '123456' }),
  sample('admin.stepUp', { way: 'password', password: 'x' }),
  sample('admin.createStaff', { username: 'newcomer', role: 'analyst' }, { email: 'newcomer@example.com' }),
  sample('admin.setStaffRole', { role: 'analyst' }),
  sample('admin.setStaffEmail', { email: 'someone@example.com' }),
  sample('admin.setOwnEmail', { email: 'someone@example.com' }),
  sample('admin.setMemberRole', { role: 'analyst' }, {}, { personId: ANY_ID }),
  sample(
    'admin.createApiKey',
    { name: 'script', permissions: ['stats:read'], password: 'x' },
    { expiresInDays: 30, networks: [] },
  ),
]

const ofMembers = [
  sample('admin.suspendMember', because),
  sample('admin.grantPremium', { months: 1, ...because }),
  sample('admin.endPremium', because),
  sample('admin.decidePremiumPayment', { decision: 'grant', note: 'Because' }),
  sample(
    'admin.editEarnings',
    { totalEarnings: 12.5, points: 7, ...because },
    {},
    { from: { points: 1, totalEarnings: 1 } },
  ),
  sample('admin.addMemberNote', { note: 'Writes often' }),
  sample('admin.pausePayouts', because),
  sample('admin.liftPayoutPause', because),
  sample('admin.releaseDestination', because),
  sample('admin.freeDestination', because),
  sample('admin.answerAppeal', { answer: 'Because', isLifted: true }),
  sample('admin.decideSurveyReview', { decision: 'rejected' }, because),
  sample('admin.acceptSurveyReviews', { ids: [ANY_ID] }),
  sample('admin.rejectSurveyReviews', { ids: [ANY_ID], reason: 'The same answer in every row' }),
  sample('admin.decideProof', { decision: 'rejected', ...because }, {}, { memberId: ANY_ID }),
]

const ofPayouts = [
  sample('admin.decideWithdrawal', { status: 'rejected' }, { adminNotes: 'Because' }),
  sample('admin.approveWithdrawals', {}, { ids: [ANY_ID] }, { all: true, limit: 1, after: ANY_ID }),
  sample(
    'admin.correctPayout',
    { kind: 'returned', evidence: 'Row 14' },
    { cause: 'bank', note: 'It came back' },
    { rowId: ANY_ID, receipt: 'SKL4X9PQ', isMembers: true },
  ),
  sample('admin.writeOffDebt', { points: 6, ...because }),
  sample('admin.importPayments', { csv: 'Withdrawal ID,Reference', isDryRun: true }),
  sample('admin.stopPayoutQueue', because),
  sample('admin.resumePayoutQueue', { note: 'Because' }),
  sample('admin.stopAutomaticPayout', because),
  sample('admin.releaseAutomaticPayout', { trippedAt: '2026-01-01T00:00:00Z', note: 'Because' }),
  sample('admin.reconcileDay', { day: '2026-01-05' }),
  sample('admin.closePeriod', { reason: 'Checked.' }),
  sample('admin.resolveDifference', noted),
  sample(
    'admin.importStatement',
    { csv: 'receipt,amount,completed at\nUKK7770001,1,2026-01-05 10:00:00' },
    { isDryRun: true },
    { bank: { name: 'Equity' } },
  ),
  sample('admin.bookStatementRow', { kind: 'other', ...noted }, {}, { paymentId: ANY_ID }),
  sample('admin.undoStatementBooking', noted),
]

const options = { optionA: 'a', optionB: 'b', optionC: 'c', optionD: 'd' }
const question = { question: 'Which?', ...options, correctAnswer: 'A' }
const advertisement = { title: 'A page', points: 10, url: 'https://shop.example/', minTimeSeconds: 15 }
const more = { description: '', instructions: '', country: 'Kenya' }
const offer = {
  title: 'Tea at home',
  description: 'Which tea, how often.',
  reward: 2.5,
  duration: 5,
  externalUrl: 'https://partner.example/tea',
}
const described = {
  category: 'lifestyle',
  country: 'Global',
  adminNotes: '',
  isActive: true,
  kind: 'external',
}
const limited = {
  questions: [],
  partnerId: ANY_ID,
  quota: 1,
  startsAt: '2026-11-20T10:00:00Z',
  endsAt: '2026-11-20T10:00:00Z',
}
const asked = { id: 1, code: 'tea', type: 'yes-no', words: { en: 'Tea?' } }
const women = { code: 'women', label: 'Women', codes: ['female'] }

const ofCatalogue = [
  sample('admin.createQuizQuestion', question, { isActive: true }),
  sample('admin.updateQuizQuestion', { ...question, isActive: true, version: 1 }),
  sample('admin.retireQuizQuestion', { version: 1 }),
  sample(
    'admin.importQuizQuestions',
    { csv: 'Question,Option A,Option B,Option C,Option D,Correct answer\nWhy?,a,b,c,d,A' },
    { isDryRun: true },
  ),
  sample(
    'admin.createTask',
    { ...advertisement, kind: 'ad' },
    { ...more, isActive: true },
    { partnerId: ANY_ID },
  ),
  sample(
    'admin.updateTask',
    { title: 'A page', points: 10, isActive: true, version: 1 },
    { ...more, url: 'https://shop.example/', minTimeSeconds: 15 },
    { partnerId: ANY_ID },
  ),
  sample('admin.retireTask', { version: 1 }),
  sample('admin.createSurvey', offer, described, limited),
  sample('admin.updateSurvey', {}, { ...offer, ...described, version: 1 }, limited),
  sample('admin.saveEligibility', { version: 0, rule: { is: 'premium', value: true } }),
  sample('admin.saveQuestionnaire', {
    version: 0,
    questionnaire: { languages: ['en'], sections: [{ code: 'main', questions: [asked] }] },
  }),
  sample('admin.tryQuestionnaire', {
    questionnaire: { languages: ['en'], sections: [{ code: 'main', questions: [asked] }] },
    answers: { 1: 'yes' },
  }),
  sample('admin.createSignOffLink', { version: 1 }, { days: 7 }),
  sample('admin.answerSignOffComment', { text: 'Changed' }),
  sample('admin.keepTestAnswer', { version: 1, answers: { 1: 'yes' }, seconds: 9 }, walked),
  sample('admin.deleteTestAnswers', { which: 'all' }),
  // Not a workbook, which is found behind the schema.
  sample('admin.readXlsform', { xlsx: 'UEsDBA==' }),
  sample('admin.writeXlsform', {
    questionnaire: { languages: ['en'], sections: [{ code: 'main', questions: [asked] }] },
  }),
  sample('admin.publishQuestionnaire', { version: 1 }),
  sample('admin.importQuestionnaire', {
    version: 0,
    csv: 'Element,ID,Code,Type,Settings,en\nsection,,a,,,A\nquestion,1,b,yes-no,,B\n',
  }),
  sample('admin.importSurveys', { csv: 'Title,Description,Reward USD,Duration\n', isDryRun: true }),
  sample(
    'admin.saveQuotas',
    {
      version: 0,
      dimensions: [{ source: 'profile', code: 'sex', label: 'Sex', groups: [women] }],
      cells: [{ groups: ['women'], target: 1 }],
      total: 1,
    },
    { holdMinutes: 60 },
    { softLaunch: 1, dailyPercent: 1 },
  ),
  sample('admin.importQuotas', { version: 1, csv: 'sex,Target\nwomen,1\n' }),
  sample('admin.releaseQuotas', { version: 1 }),
  sample(
    'admin.changeSurveyCategory',
    { questionId: 4, change: { kind: 'add', name: 'Fees' } },
    {},
    { version: 1 },
  ),
  sample(
    'admin.codeSurveyAnswers',
    { questionId: 4, respondents: ['r123456789abcdef'] },
    { add: [1], remove: [] },
    { version: 1 },
  ),
]

const partner = { name: 'Partner', scheme: {}, secret: 'x' }
const webhook = { name: 'Accounts', url: 'https://hooks.example/chuma', events: ['withdrawal.paid'] }
const template = { name: 'Late payout', text: 'Dear {firstName}' }
const about = { subject: 'About your payout' }

const ofHouse = [
  sample('partners.createPartner', { ...partner, preset: 'custom' }, { isActive: true }),
  sample(
    'partners.updatePartner',
    { name: 'Partner', scheme: {}, version: 1 },
    { isActive: true, secret: 'x' },
  ),
  sample('partners.matchEvent', { memberId: ANY_ID, clickId: ANY_ID }),
  sample('partners.decideCreditReview', { decision: 'promised', ...because }),
  sample('partners.decideClaim', { decision: 'credited', ...because }, { points: 5 }),
  sample('webhooks.createWebhook', webhook),
  sample('webhooks.updateWebhook', { ...webhook, isActive: true, version: 1 }),
  sample('webhooks.replayFailed', { since: '2026-01-01T00:00:00Z' }),
  sample('admin.replyToMessage', { subject: 'Re: A late payout', text: 'It was sent.', version: 1 }),
  sample('admin.setMessageStatus', { status: 'closed', version: 1 }),
  sample('admin.createReplyTemplate', template, about),
  sample('admin.updateReplyTemplate', { ...template, version: 1 }, about),
  sample('admin.chooseEconomyPreset', {
    version: 0,
    choice: 'sustainable',
    assumptions: defaultAssumptions,
    reason: 'Agreed',
  }),
  sample('admin.changeEconomy', { version: 0, changes: { claimDays: 31 }, reason: 'Agreed' }),
  sample('admin.changeProduct', {
    name: 'Pesa Poa',
    email: 'habari@pesa.test',
    phone: '0700 000 000',
    address: 'Ngong Road, Nairobi',
    hours: ['Every day'],
    isSignUpOpen: true,
  }),
  sample('admin.changeFigures', sampleFigures),
]

/** For the calls that take a body, one that is right. */
export const SAMPLES: readonly Sample[] = [
  ...ofAccounts,
  ...ofClients,
  ...ofEarning,
  ...ofStaffAccounts,
  ...ofMembers,
  ...ofPayouts,
  ...ofCatalogue,
  ...ofHouse,
]
