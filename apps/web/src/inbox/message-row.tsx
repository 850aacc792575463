import type { InboxMessage } from '@chuma/contract/inbox/inbox'
import { Link } from '@tanstack/react-router'
import classes from '../admin/list.module.css'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import { TimeAgo } from '../ui/figures/time-ago.tsx'
import { MessageState } from './message-state.tsx'

type Props = {
  message: Pick<InboxMessage, 'id' | 'subject' | 'status' | 'createdAt'> & Partial<InboxMessage>
}

export function MessageRow({ message: { id, subject, status, createdAt, name, email } }: Props) {
  const t = useT()
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Link to="/admin/inbox" search={{ message: id }} className={blocks.link}>
          {subject}
        </Link>
        <MessageState status={status} />
      </div>
      <p className={blocks.quiet}>
        {name && email && <>{t('inbox.from', { name, email })} · </>}
        <TimeAgo date={createdAt} />
      </p>
    </li>
  )
}
