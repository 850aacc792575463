import { type MessageStatus, NEW_MESSAGES_COUNTED } from '@chuma/contract/inbox/inbox'
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import classes from '../admin/list.module.css'
import { PageTurner } from '../admin/page-turner.tsx'
import noMessages from '../art/no-messages.svg'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { Section } from '../ui/page/section.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { ResultCount } from '../ui/states/result-count.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { MessageRow } from './message-row.tsx'

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_MESSAGES = { limit: PAGE_SIZE }
const TYPING_MS = 300
const STATES: readonly MessageStatus[] = ['new', 'answered', 'closed']

export function InboxSection() {
  const t = useT()
  const [status, setStatus] = useState<MessageStatus>()
  const [typed, setTyped] = useState('')
  const [after, setAfter] = useState<string>()
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS)
  const query = trpc.admin.listMessages.useQuery(
    { limit: PAGE_SIZE, ...(status && { status }), ...(q && { q }), ...(after && { after }) },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={t('inbox.title')} text={t('inbox.text')}>
      <Text role="status" fw={600} className={classes.line ?? ''}>
        {query.data &&
          (query.data.newCount < NEW_MESSAGES_COUNTED
            ? t('inbox.waiting', { count: query.data.newCount })
            : t('inbox.waitingMany', { count: NEW_MESSAGES_COUNTED }))}
      </Text>
      <div className={classes.bar}>
        <TextInput
          type="search"
          label={t('inbox.search')}
          description={t('inbox.searchHint')}
          className={classes.search ?? ''}
          maxLength={100}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setAfter(undefined)
          }}
        />
        <NativeSelect
          label={t('desk.filter')}
          value={status ?? ''}
          onChange={({ currentTarget }) => {
            setStatus(STATES.find((state) => state === currentTarget.value))
            setAfter(undefined)
          }}
          data={[
            { value: '', label: t('desk.all') },
            ...STATES.map((state) => ({ value: state, label: t(`messageState.${state}`) })),
          ]}
        />
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/admin/inbox" search={{ templates: true }} {...props} />}
        >
          {t('templates.open')}
        </Button>
      </div>
      <ResultCount count={query.data?.messages.length} />
      <QueryView query={query} skeleton={<Skeletons count={3} height={88} />}>
        {({ messages }) => (
          <>
            {messages.length === 0 && (
              <EmptyState art={noMessages} title={t('inbox.none')} text={t('inbox.noneText')} />
            )}
            <ul className={blocks.list} aria-label={t('inbox.list')}>
              {messages.map((message) => (
                <MessageRow key={message.id} message={message} />
              ))}
            </ul>
            <PageTurner
              isFirst={!after}
              last={messages.length === PAGE_SIZE ? messages.at(-1) : undefined}
              onTurn={setAfter}
            />
          </>
        )}
      </QueryView>
    </Section>
  )
}
