import type { AdminSurveyReview, ReviewState as State } from '@chuma/contract/surveys/reviews'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconMessage, IconX } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import nothingToReview from '../../art/nothing-to-review.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { Section } from '../../ui/page/section.tsx'
import classes from '../../ui/states/list.module.css'
import { PagedList, useStateFilter } from '../../ui/states/staff-lists.tsx'

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_REVIEWS = { limit: PAGE_SIZE, state: 'held' } as const
const STATES: readonly State[] = ['held', 'appealed', 'doubtful', 'rejected', 'paid']

export function ReviewsSection({ mayDecide }: { mayDecide: boolean }) {
  const t = useT()
  const { pages, state, filter, input } = useStateFilter<State>({
    size: PAGE_SIZE,
    states: STATES,
    first: 'held',
    describe: (each) => t(`reviewState.${each}`),
  })
  const query = trpc.admin.listSurveyReviews.useQuery(input, { placeholderData: keepPreviousData })
  return (
    <Section title={t('reviews.title')} text={t('reviews.text')}>
      {filter}
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

function ReviewRow({ review }: { review: AdminSurveyReview }) {
  const t = useT()
  const { id, title, state, flags, score, userEmail: email, openedAt } = review
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Link to="/admin/survey-reviews" search={{ review: id }} className={blocks.link}>
          {title}
        </Link>
        <ReviewState state={state} />
      </div>
      <p className={classes.words}>
        {[t('reviews.score', { score }), ...flags.map((flag) => t(`qualityFlag.${flag}`))].join(' · ')}
      </p>
      <p className={blocks.quiet}>{t('reviews.by', { email, time: formatDateTime(openedAt) })}</p>
    </li>
  )
}

/** Ends the doubt about every survey on the page. Their rewards are paid already. */
function AcceptAll({ ids }: { ids: string[] }) {
  const t = useT()
  const utils = trpc.useUtils()
  const accepting = useAction(trpc.admin.acceptSurveyReviews, {
    done: ({ acceptedCount: count, results }) => ({
      title: t('reviews.accepted', { count }),
      message: t('reviews.acceptedText', { others: results.length - count }),
    }),
    onEnd: [utils.admin.listSurveyReviews],
  })
  return (
    <Button variant="default" loading={accepting.isPending} onClick={() => accepting.run({ ids })}>
      {t('reviews.acceptAll', { count: ids.length })}
    </Button>
  )
}

const LOOKS = {
  held: { tone: 'wait', Icon: IconClock },
  doubtful: { tone: 'quiet', Icon: IconAlertTriangle },
  appealed: { tone: 'wait', Icon: IconMessage },
  paid: { tone: 'good', Icon: IconCheck },
  rejected: { tone: 'bad', Icon: IconX },
} as const satisfies Record<State, unknown>

export function ReviewState({ state }: { state: State }) {
  const t = useT()
  return <StatusBadge {...LOOKS[state]}>{t(`reviewState.${state}`)}</StatusBadge>
}
