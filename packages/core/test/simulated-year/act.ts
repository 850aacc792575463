import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { requestDeletion } from '../../src/account/deletion.ts'
import { changePassword } from '../../src/account/own-account.ts'
import { AppError } from '../../src/app-error.ts'
import { identifyCaller } from '../../src/auth/identify-caller.ts'
import { redeemLink, sendVerification } from '../../src/auth/links.ts'
import { logIn } from '../../src/auth/log-in.ts'
import { parseToken } from '../../src/auth/sessions.ts'
import { signUp } from '../../src/auth/sign-up.ts'
import type { Caller, SignedInMember } from '../../src/caller.ts'
import { requestWithdrawal } from '../../src/payouts/withdrawals.ts'
import { getReferral } from '../../src/referral/referral.ts'
import { completeSurvey } from '../../src/surveys/complete-survey.ts'
import { startSurvey } from '../../src/surveys/surveys.ts'
import { claimDailyLogin } from '../../src/tasks/daily-login/claim-daily-login.ts'
import { proveNumber, runMachineFor } from './machine.ts'
import type { Account, World } from './world.ts'

const PASSWORD = 'maziwa-na-mkate-7'
/** People log in again after this many days, or with another browser. */
const SESSION_DAYS = 14
/** Unpaid requests of one person. */
const MAX_OPEN = 2

/** One visit of one person on a day: what they do depends on who they are. */
export async function visit(world: World, account: Account, day: number): Promise<void> {
  const { person } = account
  if (account.memberId === null) return join(world, account, day)
  await expect(world, () => comeBack(world, account, day))
  const member = asMember(account)
  await expect(world, () => claimDailyLogin(world.deps, member))
  await takeSurvey(world, account, day)
  if (person.changesPasswordOn.has(day)) await expect(world, () => renewPassword(world, account, day))
  await withdraw(world, account, day)
  if (account.withdrawals > 0 && shouldReturn(account, day)) {
    await expect(world, () =>
      requestDeletion(world.deps, callerOf(account, day, member), { password: PASSWORD }),
    )
    Object.assign(account, { memberId: null, session: null, openSurvey: null, withdrawals: 0 })
  }
}

const shouldReturn = ({ person, session }: Account, day: number) =>
  person.returnsAfterDays !== null && session !== null && day - person.joinsOn >= person.returnsAfterDays

/** Sign up, confirm the address, and stay signed in. Someone who returns uses the same mailbox with another tag. */
async function join(world: World, account: Account, day: number): Promise<void> {
  const { deps } = world
  const { firstName, lastName, email } = account.person
  const address = account.times === 0 ? email : email.replace('@', `+again${account.times}@`)
  const visitor = callerOf(account, day, null)
  const referralCode = await codeOfInviter(world, account)
  account.times += 1
  account.email = address
  await expect(world, async () => {
    const names = { firstName, lastName, country: 'Kenya', email: address }
    await signUp(deps, visitor, {
      ...names,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      ...(referralCode && { referralCode }),
    })
    await sendVerification(deps, { email: address })
    const token = world.tokenFor(address)
    if (!token) return
    const { token: session } = await redeemLink(deps, visitor, { token })
    const { ownerId } = parseToken(session) ?? { ownerId: null }
    Object.assign(account, { memberId: ownerId, token: session })
    account.session = { userAgent: visitor.userAgent ?? '', day }
  })
}

async function codeOfInviter({ deps, accounts }: World, { person }: Account): Promise<string | null> {
  const inviter = person.invitedBy === null ? undefined : accounts[person.invitedBy]
  if (!inviter?.memberId) return null
  const { code } = await getReferral(deps, asMember(inviter), { limit: 1 })
  return code
}

async function comeBack({ deps }: World, account: Account, day: number): Promise<void> {
  const { userAgent, address } = account.person.device(day)
  const { session } = account
  // As for every call: the search for clusters begins with who was seen.
  if (session?.userAgent === userAgent && day - session.day < SESSION_DAYS)
    return void (await identifyCaller(deps, { token: account.token, address, userAgent }))
  const caller = { ...callerOf(account, day, null), address, userAgent }
  const { token } = await logIn(deps, caller, { email: account.email, password: PASSWORD })
  account.token = token
  account.session = { userAgent, day }
}

async function renewPassword({ deps }: World, account: Account, day: number): Promise<void> {
  // There and back, so that the next log-in needs no other.
  for (const [currentPassword, newPassword] of [
    [PASSWORD, `${PASSWORD}-${day}`],
    [`${PASSWORD}-${day}`, PASSWORD],
  ] as const) {
    const caller = callerOf(account, day, asMember(account))
    const change = { currentPassword, newPassword, confirmPassword: newPassword }
    const { token } = await changePassword(deps, caller, change)
    account.token = token
  }
}

async function takeSurvey(world: World, account: Account, day: number): Promise<void> {
  const { deps, surveys } = world
  const member = asMember(account)
  if (account.openSurvey) {
    const surveyId = account.openSurvey
    account.openSurvey = null
    await expect(world, () => completeSurvey(deps, member, { surveyId, answers: careful(account, day) }))
  }
  const how = account.person.answers(day)
  if (how === 'no') return
  // A script goes through the list in order; people choose.
  const first =
    how === 'as a script'
      ? account.nextSurvey
      : (account.index * 7 + account.nextSurvey * 13) % surveys.length
  account.nextSurvey += 1
  const surveyId = surveys[first % surveys.length] ?? ''
  await expect(world, () => startSurvey(deps, member, { surveyId }))
  if (how === 'carefully') account.openSurvey = surveyId
  else {
    const answers = how === 'as a script' ? SCRIPTED : hasty(account, day)
    await expect(world, () => completeSurvey(deps, member, { surveyId, answers }))
  }
}

const SCRIPTED: Record<string, AnswerValue> = {
  '1': 'Every week',
  '2': 5,
  '3': 5,
  '4': 5,
  '5': 5,
  '6': 'yes',
  '7': 'Good service and low prices please',
}

const WISHES = [
  'Lower prices',
  'More tills at the end of the month',
  'Fresh fish',
  'Open earlier',
  'Nothing, it is near',
  'Parking',
  'A bakery',
]

function careful({ index }: Account, day: number): Record<string, AnswerValue> {
  const rating = (question: number) => ((index * 31 + day * 17 + question * question * 11) % 5) + 1
  const choice = ['Every week', 'Every month', 'A few times a year', 'Never'][(index + day) % 4] ?? 'Never'
  const wish = `${WISHES[(index + day) % WISHES.length]}, and ${WISHES[(index * 3 + day) % WISHES.length]?.toLowerCase()} in ${index % 97} streets around ${day}`
  return {
    '1': choice,
    '2': rating(2),
    '3': rating(3),
    '4': rating(4),
    '5': rating(5),
    '6': index % 2 ? 'yes' : 'no',
    '7': wish,
  }
}

/** Someone who is tired: the same rating everywhere. */
const hasty = (account: Account, day: number) => ({
  ...careful(account, day),
  '2': 3,
  '3': 3,
  '4': 3,
  '5': 3,
})

async function withdraw(world: World, account: Account, day: number): Promise<void> {
  const { deps, db } = world
  const { memberId, person } = account
  const wallet = await db
    .selectFrom('wallet')
    .select('available')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  const points = wallet?.available ?? 0
  if (points < person.withdrawsFrom) return
  // Nobody asks for more while nothing comes.
  if ((await countOpen(world, account)) >= MAX_OPEN) return
  const place = person.place(day)
  // The most that M-Pesa pays at once.
  const pointsToWithdraw = Math.min(points, 250)
  const refusal = await expect(world, async () => {
    if (memberId) await proveNumber(world, memberId, place)
    await requestWithdrawal(deps, asMember(account), {
      pointsToWithdraw,
      idempotencyKey: undefined,
      ...place,
    })
    account.withdrawals += 1
    if (memberId) await runMachineFor(world, memberId)
  })
  // A farm does not work for nothing.
  account.hasLeft = person.farm !== null && refusal === 'PAYOUTS_PAUSED'
}

async function countOpen({ db }: World, { memberId }: Account): Promise<number> {
  const { open } = await db
    .selectFrom('withdrawal')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('memberId', '=', memberId)
    .where('status', 'in', ['pending', 'approved'])
    .executeTakeFirstOrThrow()
  return open
}

function asMember({ memberId, email, token }: Account): SignedInMember {
  if (memberId === null) throw new Error(`${email} has no account`)
  const tokenHash = parseToken(token)?.tokenHash ?? Buffer.alloc(32)
  return { memberId, email, isPremium: false, isEmailVerified: true, adminRole: null, tokenHash }
}

function callerOf({ person }: Account, day: number, member: SignedInMember | null): Caller {
  return { member, staff: null, apiKey: null, ...person.device(day) }
}

/** Do what the product may refuse, and return the refusal. What is no refusal ends up in the report. */
async function expect(world: World, act: () => Promise<unknown>): Promise<string | null> {
  try {
    await act()
    return null
  } catch (error) {
    const name = error instanceof AppError ? error.failure.code : String(error)
    world.problems.set(name, (world.problems.get(name) ?? 0) + 1)
    return name
  }
}
