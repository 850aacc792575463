import type { ReviewState as State } from '@chuma/contract/surveys/reviews'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { FilterSelect } from '../../admin/filter-select.tsx'
import { PagedList } from '../../admin/paged-list.tsx'
import { usePages } from '../../admin/use-pages.ts'
import nothingToReview from '../../art/nothing-to-review.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { AcceptAll } from './accept-all.tsx'
import { ReviewRow } from './review-row.tsx'

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_REVIEWS = { limit: PAGE_SIZE, state: 'held' } as const
const STATES: readonly State[] = ['held', 'appealed', 'doubtful', 'rejected', 'paid']

export function ReviewsSection({ mayDecide }: { mayDecide: boolean }) {
  const t = useT()
  const [state, setState] = useState<State | undefined>('held')
  const pages = usePages(PAGE_SIZE)
  const query = trpc.admin.listSurveyReviews.useQuery(
    { ...pages.input, ...(state && { state }) },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={t('reviews.title')} text={t('reviews.text')}>
      <FilterSelect
        values={STATES}
        describe={(each) => t(`reviewState.${each}`)}
        value={state}
        onChange={(chosen) => {
          setState(chosen)
          pages.turn()
        }}
      />
      <PagedList
        query={query}
        pages={pages}
        label={t('reviews.list')}
        rowHeight={88}
        empty={{ art: nothingToReview, title: t('reviews.none'), text: t('reviews.noneText') }}
        forAll={(reviews) =>
          mayDecide && state === 'doubtful' && <AcceptAll ids={reviews.map(({ id }) => id)} />
        }
      >
        {(review) => <ReviewRow key={review.id} review={review} />}
      </PagedList>
    </Section>
  )
}
