import { parseArgs } from 'node:util'
import { STAFF_ROLES } from '@chuma/contract/admin/permissions'
import * as z from 'zod'
import { OperatorError } from '../operator-error.ts'

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
export type Command = z.infer<typeof commandSchema>

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
