import type { MessageDetail } from '@chuma/contract/inbox/inbox'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { actorName } from '../admin/actor-name.ts'
import classes from '../admin/list.module.css'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { BackLink } from '../ui/page/back-link.tsx'
import { Section } from '../ui/page/section.tsx'
import { Notice } from '../ui/states/notice.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { MessageRow } from './message-row.tsx'
import { MessageState } from './message-state.tsx'
import { ReplyForm } from './reply-form.tsx'
import { useMoveMessage } from './use-move-message.ts'

type Props = { id: string; mayAnswer: boolean }

/** One message with its sender, its answers, and other messages of the same sender. */
export function MessageSection({ id, mayAnswer }: Props) {
  const t = useT()
  const query = trpc.admin.getMessage.useQuery({ id })
  return (
    <>
      <BackLink to="/admin/inbox">{t('inbox.back')}</BackLink>
      <QueryView query={query} skeleton={<Skeletons count={2} height={180} />}>
        {(message) => (
          <>
            <Section title={message.subject}>
              <Writer message={message} />
              <Letters message={message} />
              {mayAnswer && <MoveMessage message={message} />}
            </Section>
            {mayAnswer && <ReplyForm message={message} />}
            {message.others.length > 0 && (
              <Section title={t('inbox.others')}>
                <ul className={blocks.list}>
                  {message.others.map((other) => (
                    <MessageRow key={other.id} message={other} />
                  ))}
                </ul>
              </Section>
            )}
          </>
        )}
      </QueryView>
    </>
  )
}

function Writer({ message: { name, email, account, memberId, status } }: { message: MessageDetail }) {
  const t = useT()
  return (
    <>
      <MessageState status={status} />
      <p className={classes.words}>{t('inbox.from', { name, email })}</p>
      <p className={blocks.quiet}>{account ? t('inbox.account', account) : t('inbox.visitor')}</p>
      {memberId && (
        <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
          {t('inbox.toMember')}
        </Link>
      )}
      {account && account.email !== email && (
        <Notice title={t('inbox.otherAddressTitle')}>{t('inbox.otherAddress')}</Notice>
      )}
    </>
  )
}

function Letters({ message: { message, createdAt, replies } }: { message: MessageDetail }) {
  const t = useT()
  return (
    <>
      <div className={classes.letter}>
        <p className={blocks.quiet}>{t('inbox.wrote', { time: formatDateTime(createdAt) })}</p>
        <p className={classes.words}>{message}</p>
      </div>
      {replies.map(({ id, subject, text, repliedBy, repliedAt }) => (
        <div key={id} className={classes.letter} data-ours>
          <p className={blocks.quiet}>
            {t('inbox.answeredBy', { name: actorName(t, repliedBy), time: formatDateTime(repliedAt) })}
          </p>
          <p className={blocks.quiet}>{subject}</p>
          <p className={classes.words}>{text}</p>
        </div>
      ))}
    </>
  )
}

function MoveMessage({ message: { id, status, version } }: { message: MessageDetail }) {
  const t = useT()
  const { move, isPending } = useMoveMessage()
  const isOpen = status === 'new'
  return (
    <Group>
      <Button
        variant="default"
        loading={isPending}
        onClick={() => move({ id, version, status: isOpen ? 'closed' : 'new' })}
      >
        {t(isOpen ? 'inbox.close' : 'inbox.reopen')}
      </Button>
    </Group>
  )
}
