import type { ReviewState as State } from '@chuma/contract/surveys/reviews'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTurner } from '../../admin/page-turner.tsx'
import nothingToReview from '../../art/nothing-to-review.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { AcceptAll } from './accept-all.tsx'
import { ReviewRow } from './review-row.tsx'

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_REVIEWS = { limit: PAGE_SIZE, state: 'held' } as const
const STATES: readonly State[] = ['held', 'appealed', 'doubtful', 'rejected', 'paid']

export function ReviewsSection({ mayDecide }: { mayDecide: boolean }) {
  const t = useT()
  const [state, setState] = useState<State | undefined>('held')
  const [after, setAfter] = useState<string>()
  const query = trpc.admin.listSurveyReviews.useQuery(
    { limit: PAGE_SIZE, ...(state && { state }), ...(after && { after }) },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={t('reviews.title')} text={t('reviews.text')}>
      <NativeSelect
        label={t('desk.filter')}
        value={state ?? ''}
        onChange={({ currentTarget }) => {
          setState(STATES.find((each) => each === currentTarget.value))
          setAfter(undefined)
        }}
        data={[
          ...STATES.map((each) => ({ value: each, label: t(`reviewState.${each}`) })),
          { value: '', label: t('desk.all') },
        ]}
      />
      <ResultCount count={query.data?.length} />
      <QueryView query={query} skeleton={<Skeletons count={3} height={88} />}>
        {(reviews) => (
          <>
            {reviews.length === 0 && (
              <EmptyState art={nothingToReview} title={t('reviews.none')} text={t('reviews.noneText')} />
            )}
            {mayDecide && state === 'doubtful' && reviews.length > 0 && (
              <AcceptAll ids={reviews.map(({ id }) => id)} />
            )}
            <ul className={blocks.list} aria-label={t('reviews.list')}>
              {reviews.map((review) => (
                <ReviewRow key={review.id} review={review} />
              ))}
            </ul>
            <PageTurner
              isFirst={!after}
              last={reviews.length === PAGE_SIZE ? reviews.at(-1) : undefined}
              onTurn={setAfter}
            />
          </>
        )}
      </QueryView>
    </Section>
  )
}
