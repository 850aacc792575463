import { TERMS_IN_FORCE } from '@chuma/contract/account/account-rules'
import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { Db } from '@chuma/db/client'
import { moveEmail } from '@chuma/db/queries/account/email-moves'
import { insertAccountChange } from '@chuma/db/queries/account/member-standing'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertLink, insertSecurityLink } from '@chuma/db/queries/auth/links'
import { insertPasskey } from '@chuma/db/queries/auth/passkeys'
import { insertSession } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import { insertCapturedMail } from '@chuma/db/queries/mail'
import { insertCapturedText } from '@chuma/db/queries/texts'
import { sql } from 'kysely'
import { rememberDevice } from '../auth/devices.ts'
import { memberOwner } from '../auth/passkeys/log-in-with-passkey.ts'
import { createToken } from '../auth/sessions.ts'
import { setTaxDetails } from '../books/tax/own-tax.ts'
import { givenTaxRate } from '../books/testing.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { givenMail } from '../inbox/mails/testing.ts'
import { replyToMessage, sendMessage } from '../inbox/messages.ts'
import { createPayoutDeps, createScriptedProvider, finance } from '../payouts/testing.ts'
import { saveProfileAnswer } from '../profile/profile.ts'
import { completeSurvey, saveAnswer } from '../surveys/complete-survey.ts'
import { givenSurvey, goodAnswers } from '../surveys/testing.ts'
import { givenMember, setRows } from '../testing.ts'
import { givenCode } from '../wallet/destinations/testing.ts'
import { editEarnings } from '../wallet/edit-earnings.ts'
import { earnEverywhere } from './deletion/earn-everywhere.testing.ts'
import { moveMoney } from './deletion/move-money.testing.ts'
import { addMemberNote } from './members.ts'
import { updateSettings } from './own-account.ts'
import { declareSharedPhone } from './shared-phone/declare-shared-phone.ts'
import { answerTerms } from './terms.ts'

export const password = 'correct horse'
let lives = 0

/**
 * A member who has used everything, so that every table with members has rows of theirs. `traces` are texts that identify
 * them; each occurs nowhere else.
 */
export async function givenLife(db: Db) {
  lives += 1
  const tag = `x${String(lives).padStart(4, '0')}`
  const { provider, sends } = createScriptedProvider()
  const deps = createPayoutDeps(db, provider, { economy: async () => economy.parse(defaultEconomy) })
  await givenTaxRate(db, 5)
  const person = {
    firstName: `Zawadi-${tag}`,
    lastName: `Kiprotich-${tag}`,
    email: `zawadi.${tag}@example.com`,
    formerEmail: `former.${tag}@example.com`,
    wantedEmail: `wanted.${tag}@example.com`,
    country: `Kenya-${tag}`,
    mpesaNumber: `2547${String(10_000_000 + lives)}`,
    accountNumber: `99887766${String(lives).padStart(4, '0')}`,
    accountName: `Z. Kiprotich ${tag}`,
    address: `198.18.${lives}.77`,
    userAgent: `Phone/${tag}`,
  }
  const member = await givenMember(db, { email: person.formerEmail, points: 50 })
  await setTaxDetails(deps, member, { pin: 'A123456789B' })
  await settle(deps, member.memberId, person)
  const life = { ...member, email: person.email, adminRole: 'finance' as const }
  await takeSurveys(deps, life, person)
  await earnEverywhere(deps, life, person)
  const paid = await moveMoney(deps, life, { ...person, sends })
  await write(deps, life, person)
  await beMailed(deps, life, person)
  await beAudited(deps, life, person)
  await beKnown(deps, life, person)
  await beTexted(deps, life, person)
  return { deps, member: life, person, traces: Object.values(person), paid }
}

type Person = Record<
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'formerEmail'
  | 'wantedEmail'
  | 'country'
  | 'mpesaNumber'
  | 'accountNumber'
  | 'accountName'
  | 'address'
  | 'userAgent',
  string
>

async function settle(deps: Deps, memberId: string, person: Person): Promise<void> {
  const { firstName, lastName, country, email, formerEmail, wantedEmail, address, userAgent } = person
  const passwordHash = await deps.passwords.hash(password)
  await deps.db.transaction().execute(async (trx) => {
    await setRows(
      trx,
      'member',
      { memberId },
      { firstName, lastName, country, passwordHash, adminRole: 'finance' },
    )
    await moveEmail(trx, { memberId, from: formerEmail, to: email, requestedAt: new Date(), undoDays: 7 })
    await insertAccountChange(trx, { memberId, kind: 'email-changed' })
    await insertSession(trx, {
      memberId,
      tokenHash: createToken('u', memberId).tokenHash,
      address,
      userAgent,
    })
    await rememberDevice(trx, { memberId, isAsked: true })
    await insertPasskey(trx, {
      ...memberOwner(memberId),
      credentialId: Buffer.from(memberId),
      publicKey: Buffer.from('a key'),
      signCount: 0,
      transports: ['internal'],
      name: `The phone of ${firstName}`,
    })
    const { tokenHash } = createToken('l', memberId)
    await insertLink(trx, {
      memberId,
      purpose: 'change-email',
      tokenHash,
      newEmail: wantedEmail,
      expiresInMinutes: 9,
    })
    await insertSecurityLink(trx, {
      memberId,
      purpose: 'undo-email',
      tokenHash: createToken('w', memberId).tokenHash,
      email: formerEmail,
      since: undefined,
      days: 7,
    })
  })
  const member = { memberId } as SignedInMember
  await answerTerms(deps, member, { version: TERMS_IN_FORCE.version, isAccepted: true })
  await updateSettings(deps, member, { language: 'sw', theme: 'dark', analyticsConsent: true })
  await declareSharedPhone(deps, member, { names: [person.firstName] })
}

async function takeSurveys(deps: Deps, member: SignedInMember, { firstName }: Person): Promise<void> {
  const done = await givenSurvey(deps.db, { country: 'Global' })
  const begun = await givenSurvey(deps.db, { country: 'Global' })
  const answers = { ...goodAnswers, '4': `I am ${firstName}` }
  await completeSurvey(deps, member, { surveyId: done, answers })
  const isConsented = true
  await saveProfileAnswer(deps, member, { attribute: 'sex', codes: ['female'], isConsented, source: 'page' })
  await saveProfileAnswer(deps, member, {
    attribute: 'sex',
    codes: ['male'],
    isConsented,
    source: 'question',
  })
  await saveAnswer(deps, member, { surveyId: begun, questionId: 4, answer: `Still ${firstName}` })
}

async function write(deps: Deps, member: SignedInMember, person: Person): Promise<void> {
  const { firstName, lastName, email, mpesaNumber, address, userAgent } = person
  const caller = { member, staff: null, apiKey: null, address, userAgent }
  const letter = {
    name: `${firstName} ${lastName}`,
    email,
    subject: `Where is the money of ${firstName}`,
    message: `Please look at ${mpesaNumber}.`,
  }
  await sendMessage(deps, caller, letter)
  // The same person, signed out.
  await sendMessage(deps, { ...caller, member: null }, letter)
  const messages = await deps.db
    .selectFrom('contactMessage')
    .select(['messageId as id', 'version'])
    .where('email', '=', email)
    .execute()
  for (const { id, version } of messages) {
    const text = `Dear ${firstName}, it is on its way to ${mpesaNumber}.`
    await replyToMessage(deps, finance, { id, version, subject: `Re: ${letter.subject}`, text })
  }
}

async function beMailed({ db }: Deps, { memberId }: SignedInMember, person: Person): Promise<void> {
  const { email, formerEmail, wantedEmail, firstName } = person
  const mail = { subject: `Hello ${firstName}`, text: 'https://chuma.test/?token=l_secret', html: '<p>' }
  for (const to of [email, formerEmail, wantedEmail]) {
    await insertCapturedMail(db, { ...mail, to })
    await givenMail(db, { to, subject: mail.subject })
  }
  await sql`update former_email set left_at = now() where member_id = ${memberId}`.execute(db)
  const subject = `[Chuma contact form] Where is the money of ${firstName}`
  await insertCapturedMail(db, {
    to: 'support@chuma.test',
    subject,
    text: `> Email: ${email}`,
    html: `<p>${email}`,
  })
  await givenMail(db, { kind: 'sendContactMessage', to: 'support@chuma.test', subject, outcome: null })
  await db.transaction().execute(async (trx) => {
    await insertJob(trx, 'send-verification', { email })
    await insertJob(trx, 'send-email-changed', { memberId, email: formerEmail, newEmail: email })
    await insertJob(trx, 'send-email-change', { memberId, newEmail: wantedEmail })
  })
  await sql`
    update pgboss.job set state = 'completed', output = jsonb_build_object('message', ${`550 ${email} refused`}::text)
    where data ->> 'email' = ${email}
  `.execute(db)
}

async function beKnown(deps: Deps, { memberId }: SignedInMember, { firstName }: Person): Promise<void> {
  const { points, totalEarnings } = await deps.db
    .selectFrom('wallet')
    .select(['available as points', 'totalEarnings'])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const corrected = { points: points + 1, totalEarnings: totalEarnings + 0.5 }
  await editEarnings(deps, finance, { memberId, ...corrected, reason: `${firstName} had one too few` })
  await addMemberNote(deps, finance, { memberId, note: `${firstName} writes often` })
}

async function beTexted(deps: Deps, member: SignedInMember, { mpesaNumber, address }: Person): Promise<void> {
  const { codeId } = await givenCode(deps, member, { mpesaNumber, address })
  await insertCapturedText(deps.db, { to: mpesaNumber, text: `123456 for ${mpesaNumber}`, textId: codeId })
}

/** The member has asked for deletion, and the day has come. */
export async function letDeletionCome(db: Db, memberId: string): Promise<void> {
  await sql`update member set deletion_due_at = now() - interval '1 second'
    where member_id = ${memberId}`.execute(db)
}

/** Staff wrote about the member in the audit log, and it has an entry by them about somebody else. */
async function beAudited({ db }: Deps, { memberId }: SignedInMember, person: Person): Promise<void> {
  const { email, firstName, address } = person
  await db.transaction().execute(async (trx) => {
    await insertAuditEntry(trx, {
      actor: finance.name,
      action: 'member.suspended',
      subject: `member:${memberId}`,
      before: { email },
      after: { firstName },
      reason: `${firstName} has two accounts`,
      address: '198.51.100.1',
    })
    await insertAuditEntry(trx, {
      actor: `member:${memberId}`,
      action: 'withdrawal.rejected',
      subject: 'withdrawal:00000000-0000-4000-8000-000000000000',
      reason: 'A reason that is about somebody else',
      address,
    })
  })
}
