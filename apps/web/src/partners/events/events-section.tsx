import { type PartnerOutcome, partnerOutcome } from '@chuma/contract/partners/partners'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { FilterSelect } from '../../admin/filter-select.tsx'
import { PagedList } from '../../admin/paged-list.tsx'
import { usePages } from '../../admin/use-pages.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { EventRow } from './event-row.tsx'

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_EVENTS = { limit: PAGE_SIZE }
const OUTCOMES = partnerOutcome.options

/** The events of one partner or of all, filtered by result. */
export function EventsSection({ title, partnerId }: { title: string; partnerId?: string }) {
  const t = useT()
  const [outcome, setOutcome] = useState<PartnerOutcome>()
  const pages = usePages(PAGE_SIZE)
  const query = trpc.partners.listEvents.useQuery(
    {
      ...pages.input,
      ...(partnerId && { partnerId }),
      ...(outcome && { outcome }),
    },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={title} text={t('partnerEvents.text')}>
      <FilterSelect
        values={OUTCOMES}
        describe={(each) => t(`outcome.${each}`)}
        value={outcome}
        onChange={(chosen) => {
          setOutcome(chosen)
          pages.turn()
        }}
      />
      <PagedList
        query={query}
        pages={pages}
        label={title}
        rowHeight={96}
        empty={{ title: t('partnerEvents.none'), text: t('partnerEvents.noneText') }}
      >
        {(event) => <EventRow key={event.id} event={event} />}
      </PagedList>
    </Section>
  )
}
