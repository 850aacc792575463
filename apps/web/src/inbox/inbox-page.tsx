import {
  type InboxMessage,
  type MessageDetail,
  type MessageStatus,
  NEW_MESSAGES_COUNTED,
} from '@chuma/contract/inbox/inbox'
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArchive, IconCheck, IconMail } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import noMessages from '../art/no-messages.svg'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { codeOf, trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { TimeAgo } from '../ui/figures/time-ago.tsx'
import { focusFirstError } from '../ui/forms/show-field-errors.ts'
import { AdminFrame } from '../ui/frame/admin-frame.tsx'
import { actorName } from '../ui/frame/staff-member.tsx'
import { BackLink } from '../ui/page/back-link.tsx'
import { Section } from '../ui/page/section.tsx'
import classes from '../ui/states/list.module.css'
import { PagedList, useStateFilter } from '../ui/states/staff-lists.tsx'
import { Notice, QueryView, Skeletons } from '../ui/states/states.tsx'
import { TemplatesSection } from './templates-section.tsx'

/** Messages from the contact form, and our answers. */
export type InboxPlace = { message?: string; templates?: true }

export function InboxPage({ message, templates }: InboxPlace) {
  const t = useT()
  return (
    <AdminFrame title={t('inbox.title')}>
      {({ permissions }) => {
        const mayAnswer = permissions.includes('contact:answer')
        if (templates) return <TemplatesSection mayEdit={mayAnswer} />
        return message ? (
          <MessageSection key={message} id={message} mayAnswer={mayAnswer} />
        ) : (
          <InboxSection />
        )
      }}
    </AdminFrame>
  )
}

/** One message with its sender, its answers, and other messages of the same sender. */
function MessageSection({ id, mayAnswer }: { id: string; mayAnswer: boolean }) {
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
  const refresh = useRefreshInbox()
  const move = useAction(trpc.admin.setMessageStatus, {
    done: (_, input) => t(input.status === 'closed' ? 'inbox.closed' : 'inbox.reopened'),
    // Also after a refusal: someone else changed it first, so this screen is out of date.
    onEnd: refresh,
  })
  const isOpen = status === 'new'
  return (
    <Group>
      <Button
        variant="default"
        loading={move.isPending}
        onClick={() => move.run({ id, version, status: isOpen ? 'closed' : 'new' })}
      >
        {t(isOpen ? 'inbox.close' : 'inbox.reopen')}
      </Button>
    </Group>
  )
}

/** Answers by mail. The text stays if someone else answers first, until it is sent or discarded. */
function ReplyForm({ message }: { message: MessageDetail }) {
  const t = useT()
  const { form, send, isPending, isOutdated } = useReply(message)
  const templates = trpc.admin.listReplyTemplates.useQuery()
  const choose = (id: string) => {
    const template = templates.data?.find((each) => each.id === id)
    if (!template) return
    form.setFieldValue('text', fillTemplate(template.text, message))
    if (template.subject) form.setFieldValue('subject', fillTemplate(template.subject, message))
  }
  return (
    <Section
      title={t(message.replies.length > 0 ? 'word.answerAgain' : 'word.answer')}
      text={t('inbox.replyTo', { email: message.email })}
    >
      {isOutdated && <Notice title={t('desk.changedTitle')}>{t('inbox.meanwhile')}</Notice>}
      <form onSubmit={form.onSubmit(send, focusFirstError(form))} noValidate>
        <Stack maw="44rem">
          {templates.data && templates.data.length > 0 && (
            <NativeSelect
              label={t('inbox.template')}
              defaultValue=""
              onChange={({ currentTarget }) => choose(currentTarget.value)}
              data={[
                { value: '', label: t('word.none') },
                ...templates.data.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <TextInput label={t('word.subject')} maxLength={150} {...form.getInputProps('subject')} />
          <Textarea
            label={t('word.answer')}
            autosize
            minRows={6}
            maxLength={5000}
            {...form.getInputProps('text')}
          />
          <div>
            <Button type="submit" loading={isPending}>
              {t('inbox.send')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}

const MAX_SUBJECT = 150

/**
 * Send an answer to the version of the message that was read. `isOutdated`: refused, because the message has changed.
 */
function useReply({ id, subject, version, email }: MessageDetail) {
  const t = useT()
  const refresh = useRefreshInbox()
  const [isOutdated, setOutdated] = useState(false)
  const required = (text: string) => (text.trim() ? null : t('staff.required'))
  const form = useForm({
    initialValues: { subject: t('inbox.re', { subject }).slice(0, MAX_SUBJECT), text: '' },
    validate: { subject: required, text: required },
  })
  const reply = useAction(trpc.admin.replyToMessage, {
    onDone: () => {
      setOutdated(false)
      form.reset()
    },
    done: { title: t('inbox.sent'), message: t('inbox.sentText', { email }) },
    refresh,
    form,
    onFailed: async (error) => {
      if (codeOf(error) !== 'MESSAGE_STATE') return false
      await refresh()
      setOutdated(true)
      return true
    },
  })
  // Uses the version on screen; it is refetched only when staff ask to see the change.
  const send = (typed: { subject: string; text: string }) => reply.run({ id, version, ...typed })
  return { form, send, isPending: reply.isPending, isOutdated }
}

type Addressee = { name: string; account: { name: string } | null }

/** Insert the first name: the account's if there is one, else the one typed in the form. */
export function fillTemplate(text: string, { name, account }: Addressee): string {
  const [firstName = ''] = (account?.name ?? name).split(' ')
  return text.replaceAll('{firstName}', () => firstName)
}

/** Reload messages. */
function useRefreshInbox() {
  const utils = trpc.useUtils()
  return () => Promise.all([utils.admin.listMessages.invalidate(), utils.admin.getMessage.invalidate()])
}

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_MESSAGES = { limit: PAGE_SIZE }
const TYPING_MS = 300
const STATES: readonly MessageStatus[] = ['new', 'answered', 'closed']

function InboxSection() {
  const t = useT()
  const {
    pages,
    state: status,
    filter,
  } = useStateFilter<MessageStatus>({
    size: PAGE_SIZE,
    states: STATES,
    describe: (each) => t(`messageState.${each}`),
  })
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS)
  const query = trpc.admin.listMessages.useQuery(
    { ...pages.input, ...(status && { status }), ...(q && { q }) },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section text={t('inbox.text')}>
      <Text role="status" fw={600} className={classes.line ?? ''}>
        {query.data &&
          (query.data.newCount < NEW_MESSAGES_COUNTED
            ? t('inbox.waiting', { count: query.data.newCount })
            : t('inbox.waitingMany', { count: NEW_MESSAGES_COUNTED }))}
      </Text>
      <div className={classes.bar}>
        <TextInput
          type="search"
          label={t('word.search')}
          description={t('inbox.searchHint')}
          className={classes.search ?? ''}
          maxLength={100}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            pages.turn()
          }}
        />
        {filter}
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/admin/inbox" search={{ templates: true }} {...props} />}
        >
          {t('templates.open')}
        </Button>
      </div>
      <PagedList
        query={{ ...query, data: query.data?.messages }}
        pages={pages}
        label={t('inbox.list')}
        rowHeight={88}
        empty={{ art: noMessages, title: t('inbox.none'), text: t('inbox.noneText') }}
      >
        {(message) => <MessageRow key={message.id} message={message} />}
      </PagedList>
    </Section>
  )
}

type MessageRowProps = {
  message: Pick<InboxMessage, 'id' | 'subject' | 'status' | 'createdAt'> & Partial<InboxMessage>
}

function MessageRow({ message: { id, subject, status, createdAt, name, email } }: MessageRowProps) {
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

const LOOKS = {
  new: { tone: 'wait', Icon: IconMail },
  answered: { tone: 'good', Icon: IconCheck },
  closed: { tone: 'quiet', Icon: IconArchive },
} as const

function MessageState({ status }: { status: MessageStatus }) {
  const t = useT()
  return <StatusBadge {...LOOKS[status]}>{t(`messageState.${status}`)}</StatusBadge>
}
