import { type MessageStatus, NEW_MESSAGES_COUNTED } from '@chuma/contract/inbox/inbox'
import { Button, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FilterSelect } from '../admin/filter-select.tsx'
import classes from '../admin/list.module.css'
import { PagedList } from '../admin/paged-list.tsx'
import { usePages } from '../admin/use-pages.ts'
import noMessages from '../art/no-messages.svg'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Section } from '../ui/page/section.tsx'
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
  const pages = usePages(PAGE_SIZE)
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS)
  const query = trpc.admin.listMessages.useQuery(
    { ...pages.input, ...(status && { status }), ...(q && { q }) },
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
            pages.turn()
          }}
        />
        <FilterSelect
          values={STATES}
          describe={(each) => t(`messageState.${each}`)}
          value={status}
          onChange={(chosen) => {
            setStatus(chosen)
            pages.turn()
          }}
        />
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
