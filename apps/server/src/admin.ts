import { parseArgs } from 'node:util'
import { staffMember } from '@chuma/contract/admin'
import { STAFF_ROLES } from '@chuma/contract/permissions'
import { createPassword } from '@chuma/core/admin/create-password'
import { createStaff } from '@chuma/core/admin/create-staff'
import { AppError } from '@chuma/core/app-error'
import { createDb } from '@chuma/db/client'
import { migrateToLatest } from '@chuma/db/migrate'
import { OperatorError } from './operator-error.ts'
import { readOperatorEnv } from './read-operator-env.ts'
import { runOperatorCommand } from './run-operator-command.ts'

const usage = `npm run admin -- create --username NAME [--role ${STAFF_ROLES.join('|')}]`

/** A new installation has no account at all: the first one is made here, on the server, with a password shown once. */
await runOperatorCommand(async () => {
  const { username, role } = readArguments()
  const { DATABASE_URL } = readOperatorEnv()
  if (!DATABASE_URL) throw new OperatorError('DATABASE_URL: needed here; the demo brings its own accounts')
  const db = createDb(DATABASE_URL, { max: 2 })
  try {
    await migrateToLatest(db)
    const password = createPassword()
    const staff = await createStaff({ db }, { username, password, role }).catch(explain)
    process.stdout.write(
      `${staff.username} (${staff.role}) can sign in at /admin-login. Shown once: ${password}\n`,
    )
  } finally {
    await db.destroy()
  }
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { username: { type: 'string' }, role: { type: 'string', default: 'owner' } },
      allowPositionals: true,
    })
    const role = staffMember.shape.role.safeParse(values.role)
    if (positionals.join(' ') === 'create' && values.username && role.success) {
      return { username: values.username, role: role.data }
    }
  } catch {
    // An option nobody knows: the usage says which there are.
  }
  throw new OperatorError(usage)
}

function explain(error: unknown): never {
  if (error instanceof AppError)
    throw new OperatorError(Object.values(error.fieldErrors ?? {}).join('\n') || error.message)
  throw error
}
