import { type PartnerOutcome, partnerOutcome } from '@chuma/contract/partners/partners'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTurner } from '../../admin/page-turner.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { EventRow } from './event-row.tsx'

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_EVENTS = { limit: PAGE_SIZE }
const OUTCOMES = partnerOutcome.options

/** The events of one partner or of all, filtered by result. */
export function EventsSection({ title, partnerId }: { title: string; partnerId?: string }) {
  const t = useT()
  const [outcome, setOutcome] = useState<PartnerOutcome>()
  const [after, setAfter] = useState<string>()
  const query = trpc.partners.listEvents.useQuery(
    {
      limit: PAGE_SIZE,
      ...(partnerId && { partnerId }),
      ...(outcome && { outcome }),
      ...(after && { after }),
    },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={title} text={t('partnerEvents.text')}>
      <NativeSelect
        label={t('desk.filter')}
        value={outcome ?? ''}
        onChange={({ currentTarget }) => {
          setOutcome(OUTCOMES.find((each) => each === currentTarget.value))
          setAfter(undefined)
        }}
        data={[
          { value: '', label: t('desk.all') },
          ...OUTCOMES.map((each) => ({ value: each, label: t(`outcome.${each}`) })),
        ]}
      />
      <ResultCount count={query.data?.length} />
      <QueryView query={query} skeleton={<Skeletons count={3} height={96} />}>
        {(events) => (
          <>
            {events.length === 0 && (
              <EmptyState title={t('partnerEvents.none')} text={t('partnerEvents.noneText')} />
            )}
            <ul className={blocks.list} aria-label={title}>
              {events.map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
            </ul>
            <PageTurner
              isFirst={!after}
              last={events.length === PAGE_SIZE ? events.at(-1) : undefined}
              onTurn={setAfter}
            />
          </>
        )}
      </QueryView>
    </Section>
  )
}
