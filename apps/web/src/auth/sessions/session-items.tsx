import type { MemberSession } from '@chuma/contract/account/account'
import blocks from '../../ui/blocks.module.css'
import { SessionItem } from './session-item.tsx'

type Props = { sessions: MemberSession[]; onEnd: (session: MemberSession) => void }

/** Every device the account is signed in on, this one included. */
export function SessionItems({ sessions, onEnd }: Props) {
  return (
    <ul className={blocks.list}>
      {sessions.map((session) => (
        <SessionItem key={session.id} session={session} onEnd={() => onEnd(session)} />
      ))}
    </ul>
  )
}
