import type { CreditReview, DecideCreditReviewInput } from '@chuma/contract/partners/credit-reviews'
import { Button, Group } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { EventRow } from '../events/event-row.tsx'
import { DecideReviewDialog } from './decide-review-dialog.tsx'
import { ReviewFacts } from './review-facts.tsx'

/** One credit in review, with the evidence to decide about it. */
export function ReviewSection({ id, mayDecide }: { id: string; mayDecide: boolean }) {
  const t = useT()
  const query = trpc.partners.getCreditReview.useQuery({ id })
  return (
    <>
      <BackLink to="/admin/partners">{t('partners.back')}</BackLink>
      <QueryView query={query} skeleton={<Skeletons count={2} height={180} />}>
        {({ review, events }) => (
          <>
            <Section title={review.title}>
              <ReviewFacts review={review} />
              {mayDecide && review.state === 'review' && <Decide review={review} />}
            </Section>
            <Section title={t('claims.events')}>
              {events.length === 0 && <p className={blocks.quiet}>{t('claims.noEvents')}</p>}
              <ul className={blocks.list} aria-label={t('claims.events')}>
                {events.map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </ul>
            </Section>
          </>
        )}
      </QueryView>
    </>
  )
}

function Decide({ review }: { review: CreditReview }) {
  const t = useT()
  const { subject, isOpen, ask, close } = useAsked<DecideCreditReviewInput['decision']>()
  const { points, boughtPoints } = review
  const bought = Math.min(points, boughtPoints)
  return (
    <>
      <Group>
        <Button onClick={() => ask('promised')}>
          {t('creditReviews.payPromise', { points: formatPoints(t, points) })}
        </Button>
        {bought > 0 && bought < points && (
          <Button variant="default" onClick={() => ask('bought')}>
            {t('creditReviews.payBought', { points: formatPoints(t, bought) })}
          </Button>
        )}
        <Button variant="default" onClick={() => ask('rejected')}>
          {t('creditReviews.reject')}
        </Button>
      </Group>
      {subject && (
        <DecideReviewDialog
          key={subject}
          review={review}
          decision={subject}
          opened={isOpen}
          onClose={close}
        />
      )}
    </>
  )
}
