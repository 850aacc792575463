import { parseArgs } from 'node:util'
import type { issuedPassword, staffAccount } from '@chuma/contract/admin/staff'
import { STAFF_ROLES } from '@chuma/contract/auth/auth-rules'
import type { Answer } from '@chuma/contract/fields'
import { issueSetUpLink } from '@chuma/core/admin/set-up/issue-set-up-link'
import { issueStaff, resetStaff, SYSTEM } from '@chuma/core/admin/staff/manage-staff'
import { setMemberRole } from '@chuma/core/admin/staff/set-member-role'
import { resendMails } from '@chuma/core/admin/system'
import { createPasswords } from '@chuma/core/auth/passwords/passwords'
import { settleRestored } from '@chuma/core/books/settle-restored'
import { createEconomyReader } from '@chuma/core/economy'
import type { Db } from '@chuma/db/client'
import { findMemberByEmail } from '@chuma/db/queries/account/members'
import { findStaffByUsername, listStaff } from '@chuma/db/queries/admin/staff'
import { findPersonOf } from '@chuma/db/queries/auth/people'
import { isRestoreUnfinished } from '@chuma/db/queries/auth/restored'
import * as z from 'zod'
import { readEnv } from '../env.ts'
import { sayLink } from '../print-banner.ts'

type StaffAccountRow = Answer<typeof staffAccount>

/**
 * Run a command of the operator, who needs no account because they hold the database.
 * @returns what to print
 */
export function runCommand(db: Db, command: Command, publicUrl: string): Promise<string> {
  if (command.name === 'create') return create(db, command)
  if (command.name === 'reset') return reset(db, command)
  if (command.name === 'grant') return grant(db, command)
  if (command.name === 'set-up-link') return issueLink(db, publicUrl)
  if (command.name === 'restored') return settle(db, command)
  if (command.name === 'resend-mails') return resend(db, command)
  return list(db)
}

/** The system asks nobody for approval: the last two are for those who do. */
const createDeps = (db: Db) => ({
  db,
  passwords: createPasswords(),
  economy: createEconomyReader(db),
  accounts: { isVerificationRequired: true, isSecondFactorRequired: true },
})

type Of<Name extends Command['name']> = Extract<Command, { name: Name }>

async function create(db: Db, { username, role, 'person-of': other }: Of<'create'>): Promise<string> {
  const personId = await findPersonId(db, other)
  const issued = await issueStaff(createDeps(db), SYSTEM, { username, role, personId })
  return `${issued.admin.username} (${role}) can sign in at /admin-login. ${tellPassword(issued)}`
}

async function reset(db: Db, { username }: Of<'reset'>): Promise<string> {
  const found = await findStaffByUsername(db, username.toLowerCase())
  if (!found) throw new OperatorError(`There is no staff account called ${username}`)
  const issued = await resetStaff(createDeps(db), SYSTEM, { id: found.id })
  return [
    `${found.username} (${found.role}) has a new password, no second factor and no open session.`,
    issued.wasDisabled ? 'The account was disabled and is open again.' : '',
    tellPassword(issued),
  ]
    .filter(Boolean)
    .join(' ')
}

function tellPassword({ password, passwordExpiresAt }: Answer<typeof issuedPassword>): string {
  const day = passwordExpiresAt.toISOString().slice(0, 10)
  return `The password has to be changed before ${day}. Shown once: ${password}`
}

async function grant(db: Db, { email, role, 'person-of': other }: Of<'grant'>): Promise<string> {
  const found = await findMemberByEmail(db, email.toLowerCase())
  if (!found) throw new OperatorError(`There is no member with the address ${email}`)
  const personId =
    other === undefined ? await findPersonOf(db, `member:${found.memberId}`) : await findPersonId(db, other)
  const wanted = { memberId: found.memberId, role: role === 'none' ? null : role, personId }
  await setMemberRole(createDeps(db), SYSTEM, wanted)
  return role === 'none' ? `${email} is not an admin any more.` : `${email} is an admin (${role}).`
}

/** The person of a staff account; null, for a person without another account, when none is named. */
async function findPersonId(db: Db, username: string | undefined): Promise<string | null> {
  if (username === undefined) return null
  const personId = await findPersonOf(db, `staff:${username.toLowerCase()}`)
  if (!personId) throw new OperatorError(`There is no staff account called ${username}`)
  return personId
}

/** For a database that something else has restored, to this point in time. Our own restore settles it, once it is whole. */
async function settle(db: Db, { to }: Of<'restored'>): Promise<string> {
  if (await isRestoreUnfinished(db))
    throw new OperatorError(
      'A restore into this database has not finished: drop the database, create it again and repeat npm run restore',
    )
  return describeSettled(await settleRestored({ db }, { createdAt: new Date(to).toISOString() }))
}

async function resend(db: Db, { since }: Of<'resend-mails'>): Promise<string> {
  const { resentCount, expiredCount, leftCount } = await resendMails({ db }, SYSTEM, { since })
  return `${resentCount} mails are sent again. Expired links and outdated alarms: ${expiredCount}. Left, because they may have arrived or are refused for good: ${leftCount}.`
}

async function issueLink(db: Db, publicUrl: string): Promise<string> {
  const link = await issueSetUpLink({ db }, { revokesOthers: true })
  if (!link)
    throw new OperatorError('This installation is set up: sign in at /admin-login, or create an account')
  return `Open this link to set up the installation. Earlier links no longer work.\n${sayLink(publicUrl, link)}`
}

async function list(db: Db): Promise<string> {
  return formatStaffTable(await listStaff(db))
}

const HEADINGS = ['username', 'role', 'second factor', 'last log-in (UTC)', 'disabled']

/** Format one line per account, in aligned columns. */
function formatStaffTable(staff: readonly StaffAccountRow[]): string {
  const rows = [HEADINGS, ...staff.map(toCells)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function toCells({ username, role, isSecondFactorOn, lastLogInAt, disabledAt }: StaffAccountRow): string[] {
  const lastLogIn = lastLogInAt ? lastLogInAt.toISOString().slice(0, 16).replace('T', ' ') : 'never'
  return [username, role, isSecondFactorOn ? 'on' : 'off', lastLogIn, disabledAt ? 'disabled' : 'no']
}

/** An error that only the operator can fix. Its message is all they need; a stack would hide it. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

type Settled = Awaited<ReturnType<typeof settleRestored>>

/** What the operator has to know after a restore. */
export function describeSettled({ keys, staff, admins, owners }: Settled): string {
  return [
    'All payouts are stopped, in every way, until someone has compared the statements and resumes them under Withdrawals.',
    `Everyone has to sign in again. Off until an owner turns them on: ${keys} API keys, ${staff} staff accounts, ${admins} members' admin roles.`,
    `Still owners: ${owners.join(', ') || 'nobody (npm run admin -- create)'}. Disable any who left after the backup.`,
  ].join('\n')
}

const roles = STAFF_ROLES.join('|')
const usage = [
  `npm run admin -- create --username NAME [--role ${roles}] [--person-of USERNAME]`,
  'npm run admin -- reset --username NAME',
  'npm run admin -- list',
  'npm run admin -- set-up-link',
  'npm run admin -- restored --to TIME',
  'npm run admin -- resend-mails [--since TIME]',
  `npm run admin -- grant --email ADDRESS --role ${roles}|none [--person-of USERNAME]`,
].join('\n')

const username = z.string().min(1)
const commandSchema = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('create'),
    username,
    role: z.enum(STAFF_ROLES).default('owner'),
    'person-of': username.optional(),
  }),
  z.strictObject({ name: z.literal('reset'), username }),
  z.strictObject({ name: z.literal('list') }),
  z.strictObject({ name: z.literal('set-up-link') }),
  z.strictObject({ name: z.literal('resend-mails'), since: z.iso.datetime({ offset: true }).optional() }),
  z.strictObject({ name: z.literal('restored'), to: z.iso.datetime({ offset: true }) }),
  z.strictObject({
    name: z.literal('grant'),
    email: z.string().min(1),
    role: z.enum([...STAFF_ROLES, 'none']),
    'person-of': username.optional(),
  }),
])
type Command = z.infer<typeof commandSchema>

/** @throws OperatorError that lists the commands */
export function readCommand(args?: string[]): Command {
  const command = commandSchema.safeParse(readArguments(args))
  if (!command.success) throw new OperatorError(usage)
  return command.data
}

function readArguments(args?: string[]) {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      ...(args ? { args } : {}),
      options: { username: text, role: text, email: text, to: text, since: text, 'person-of': text },
      allowPositionals: true,
    })
    return { ...values, name: positionals.join(' ') }
  } catch {
    // Unknown option: the caller shows the usage.
    return null
  }
}

/** @throws OperatorError with a line for each variable that is wrong */
export function readOperatorEnv() {
  try {
    return readEnv()
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error))
  }
}
