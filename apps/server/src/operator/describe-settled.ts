import type { settleRestored } from '@chuma/core/books/settle-restored'

type Settled = Awaited<ReturnType<typeof settleRestored>>

/** What the operator has to know after a restore. */
export function describeSettled({ keys, staff, admins, owners }: Settled): string {
  return [
    'All payouts are stopped, in every way, until someone has compared the statements and resumes them under Withdrawals.',
    `Everyone has to sign in again. Off until an owner turns them on: ${keys} API keys, ${staff} staff accounts, ${admins} members' admin roles.`,
    `Still owners: ${owners.join(', ') || 'nobody (npm run admin -- create)'}. Disable any who left after the backup.`,
  ].join('\n')
}
