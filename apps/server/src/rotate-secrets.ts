import { rotateSecrets } from '@chuma/core/secrets/seal-stored'
import { createSecrets, loseKeys } from '@chuma/core/secrets/secrets'
import { createDb, type Db } from '@chuma/db/client'
import { isMigrated } from '@chuma/db/migrate'
import { listProcesses } from '@chuma/db/queries/admin/system'
import { listKeyIds } from '@chuma/db/queries/secrets'
import { keySource, loadSecrets, readSecretsKeys } from './load-secrets.ts'
import { findDatabase } from './open-database.ts'
import { OperatorError, readOperatorEnv } from './operator/run-command.ts'
import { runOperatorCommand } from './run-operator-command.ts'

/** What is sealed, by its place. */
const KINDS: Record<string, string> = {
  'staff_second_factor.secret': 'second factors of staff',
  'member_second_factor.secret': 'second factors of members with a role',
  'client_second_factor.secret': 'second factors of clients',
  'destination_code.number': 'numbers that a code was sent to',
  'member_tax.pin': 'members’ KRA PINs',
  'tax_file.content': 'filed tax months',
  'partner.secret': 'partners’ secrets',
  'partner.public_key': 'partners’ addresses',
  'partner_event.sealed': 'calls of partners',
  'webhook_endpoint.secret': 'webhooks’ secrets',
  'webhook_endpoint.former_secret': 'webhooks’ former secrets',
  'provider_token.token': 'providers’ tokens (renewed on their own)',
  'payout_details.account_number': 'saved bank accounts',
  'payout_destination.value': 'payout destinations',
  'withdrawal.account_number': 'bank accounts of withdrawals',
  'approval_request.payload': 'secrets in requests for approval',
}

/**
 * `npm run rotate-secrets`: seal every stored secret with SECRETS_KEY that a key of SECRETS_KEYS_OLD has sealed. The server keeps
 * running; interrupted, the next run continues. With `--lost`, while nothing runs: go on without the key.
 */
await runOperatorCommand(async () => {
  const [option, ...rest] = process.argv.slice(2)
  if ((option !== undefined && option !== '--lost') || rest.length > 0)
    throw new OperatorError('npm run rotate-secrets [-- --lost]')
  const database = await findDatabase({ mayCreate: false })
  const db = createDb(database.ownerUrl, { max: 2 })
  try {
    if (!(await isMigrated(db))) throw new OperatorError('The database is not up to date: npm run migrate')
    await (option === undefined ? rotate(db) : lose(db))
  } finally {
    await db.destroy()
    await database.close()
  }
})

async function rotate(db: Db): Promise<void> {
  const secrets = await loadSecrets(readOperatorEnv(), db)
  const done = await rotateSecrets({ db, secrets }, (count) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${count.toLocaleString('en')} sealed`)
  })
  process.stdout.write(
    `${done.toLocaleString('en')} secrets sealed again. Only the key ${secrets.keyId} is needed now: remove SECRETS_KEYS_OLD.\n`,
  )
}

async function lose(db: Db): Promise<void> {
  const env = readOperatorEnv()
  const keys = readSecretsKeys(env)
  const given = keys ? createSecrets(keys).keyIds : []
  const isAnyMissing = (await listKeyIds(db)).some((id) => !given.includes(id))
  const [running] = await listProcesses(db)
  // What it seals meanwhile would be lost with it.
  if (running && isAnyMissing)
    throw new OperatorError(
      `A server has been running since ${running.since.toISOString()}${running.address ? ` at ${running.address}` : ''}. It has the key: copy SECRETS_KEY from its environment, and nothing is lost. Otherwise stop it first. Nothing was changed`,
    )
  const { keyId, lostKeyIds, counts, heldCount } = await loseKeys(db, keySource(env))
  if (lostKeyIds.length === 0) {
    process.stdout.write(`No key is missing: everything opens with the key ${keyId}.\n`)
    return
  }
  const rows = counts.map(({ kind, others, lost }) => [KINDS[kind] ?? kind, String(others), String(lost)])
  const table = [['', 'opens', 'lost'], ...rows].map(
    ([kind = '', opens = '', lost = '']) => `${kind.padEnd(44)}${opens.padStart(10)}${lost.padStart(10)}`,
  )
  process.stdout.write(
    `${[`Lost: the key ${lostKeyIds.join(', ')}. From now on the key ${keyId} seals.`, '', ...table, '', ...listNextSteps(heldCount)].join('\n')}\n`,
  )
}

function listNextSteps(heldCount: number): string[] {
  return [
    `Nothing was deleted, and nothing is paid to an account that cannot be read: ${heldCount} withdrawals are on hold for it.`,
    'Next:',
    '1. Keep a copy of the new key, and make a backup: earlier ones cannot be restored without the lost key.',
    '2. Start the server. For staff who have no recovery code: npm run admin -- reset --username NAME',
    '3. Enter the partners’ secrets again, and give each partner its new address. Make new secrets for webhooks.',
    '4. Reject the withdrawals that members cannot cancel, so that their points go back.',
    'If the key is found: put it into SECRETS_KEYS_OLD, restart, and run npm run rotate-secrets. docs/operations.md says more.',
  ]
}
