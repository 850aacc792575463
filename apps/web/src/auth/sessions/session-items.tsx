import type { MemberSession } from '@chuma/contract/account/account'
import { SessionItem } from './session-item.tsx'
import classes from './session-items.module.css'

type Props = { sessions: MemberSession[]; onEnd: (session: MemberSession) => void }

/** Every device somebody is signed in on, the one in his hand among them. */
export function SessionItems({ sessions, onEnd }: Props) {
  return (
    <ul className={classes.list}>
      {sessions.map((session) => (
        <SessionItem key={session.id} session={session} onEnd={() => onEnd(session)} />
      ))}
    </ul>
  )
}
