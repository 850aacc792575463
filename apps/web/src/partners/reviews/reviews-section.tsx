import type { CreditReview, ListCreditReviewsInput } from '@chuma/contract/partners/partners'
import { NativeSelect } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import classes from '../../admin/list.module.css'
import { usePages } from '../../admin/page-turner.tsx'
import { PagedList } from '../../admin/paged-list.tsx'
import nothingToReview from '../../art/nothing-to-review.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { Section } from '../../ui/page/section.tsx'

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_REVIEWS = { limit: PAGE_SIZE, state: 'waiting' } as const
const STATES = ['waiting', 'settled'] as const satisfies ListCreditReviewsInput['state'][]

/** Credits that wait for staff because the partner paid less than was promised, or more than a ceiling. */
export function ReviewsSection({ partnerId }: { partnerId?: string }) {
  const t = useT()
  const [state, setState] = useState<ListCreditReviewsInput['state']>('waiting')
  const pages = usePages(PAGE_SIZE)
  const query = trpc.partners.listCreditReviews.useQuery(
    { ...pages.input, state, ...(partnerId && { partnerId }) },
    { placeholderData: keepPreviousData },
  )
  return (
    <div id="reviews">
      <Section title={t('creditReviews.title')} text={t('creditReviews.text')}>
        <NativeSelect
          label={t('creditReviews.filter')}
          value={state}
          onChange={({ currentTarget }) => {
            setState(STATES.find((each) => each === currentTarget.value) ?? 'waiting')
            pages.turn()
          }}
          data={STATES.map((each) => ({ value: each, label: t(`creditReviews.${each}`) }))}
        />
        <PagedList
          query={query}
          pages={pages}
          label={t('creditReviews.title')}
          rowHeight={88}
          empty={{ art: nothingToReview, title: t('creditReviews.none'), text: t('creditReviews.noneText') }}
        >
          {(review) => <ReviewRow key={review.id} review={review} />}
        </PagedList>
      </Section>
    </div>
  )
}

function ReviewRow({ review }: { review: CreditReview }) {
  const t = useT()
  const { id, title, state, why, userEmail, partnerName, amountUsd, points, createdAt } = review
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Link to="/admin/partners" search={{ review: id }} className={blocks.link}>
          {title}
        </Link>
        <ReviewState state={state} />
      </div>
      <p className={blocks.quiet}>
        {[
          t(`creditReviewReason.${why}`),
          formatPoints(t, points),
          t('partnerEvents.usd', { amount: amountUsd.toFixed(2) }),
        ].join(' · ')}
      </p>
      <p className={blocks.quiet}>
        {partnerName} · {userEmail} · <TimeAgo date={createdAt} />
      </p>
    </li>
  )
}

const LOOKS = {
  review: { tone: 'wait', Icon: IconClock },
  pending: { tone: 'good', Icon: IconClock },
  available: { tone: 'good', Icon: IconCheck },
  reversed: { tone: 'bad', Icon: IconArrowBackUp },
  cancelled: { tone: 'bad', Icon: IconX },
} as const satisfies Record<CreditReview['state'], unknown>

export function ReviewState({ state }: { state: CreditReview['state'] }) {
  const t = useT()
  const { tone, Icon } = LOOKS[state]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} />}>
      {t(`creditReviewState.${state}`)}
    </StatusBadge>
  )
}
