import { type Change, listen } from '@chuma/db/queries/listen'
import type { Changes } from './create-changes.ts'

type Following = { changes: Changes; connectionString: string; onLost: (error: Error) => void }

/** Forward the database's announcements to followers in this process. */
export function followDatabase({ changes, connectionString, onLost }: Following) {
  return listen({
    connectionString,
    onChange: (change) => announce(changes, change),
    onListening: changes.announceAll,
    onLost,
  })
}

function announce(changes: Changes, { kind, ownerId }: Change): void {
  if (kind === 'economy' || kind === 'product' || kind === 'waiting') changes.announce(kind)
  else if (kind === 'job') changes.announce(`job:${ownerId}`)
  else changes.announce(kind === 'session-end' ? `session:${ownerId}` : `member:${ownerId}`)
  if (kind === 'withdrawal') {
    changes.announce('withdrawals')
    changes.announce('waiting')
  }
}
