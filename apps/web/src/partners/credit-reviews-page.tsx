import { formatUsd } from '@chuma/contract/format-money'
import type {
  CreditReview,
  DecideCreditReviewInput,
  ListCreditReviewsInput,
} from '@chuma/contract/partners/partners'
import { Button, Group, NativeSelect } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import nothingToReview from '../art/nothing-to-review.svg'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { useAsked } from '../ui/dialogs/dialog.tsx'
import { ReasonDialog, useReason } from '../ui/dialogs/reason-dialog.tsx'
import { formatPoints } from '../ui/figures/amount.tsx'
import sheet from '../ui/figures/figures.module.css'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { TimeAgo } from '../ui/figures/time-ago.tsx'
import { AdminFrame } from '../ui/frame/admin-frame.tsx'
import { actorName } from '../ui/frame/staff-member.tsx'
import { BackLink } from '../ui/page/back-link.tsx'
import { Fact, Section } from '../ui/page/section.tsx'
import classes from '../ui/states/list.module.css'
import { PagedList, usePages } from '../ui/states/staff-lists.tsx'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import { EventRow } from './events/event-row.tsx'

/** The credits of all partners that wait for staff, or one of them. */
export function CreditReviewsPage({ review }: { review?: string }) {
  const t = useT()
  return (
    <AdminFrame title={t('creditReviews.title')}>
      {({ permissions }) =>
        review ? (
          <ReviewSection key={review} id={review} mayDecide={permissions.includes('claims:decide')} />
        ) : (
          <ReviewsSection />
        )
      }
    </AdminFrame>
  )
}

/** One credit in review, with the evidence to decide about it. */
function ReviewSection({ id, mayDecide }: { id: string; mayDecide: boolean }) {
  const t = useT()
  const query = trpc.partners.getCreditReview.useQuery({ id })
  return (
    <>
      <BackLink to="/admin/credit-reviews">{t('creditReviews.back')}</BackLink>
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

type Props = {
  review: CreditReview
  decision: DecideCreditReviewInput['decision']
  opened: boolean
  onClose: () => void
}

function DecideReviewDialog({ review, decision, opened, onClose }: Props) {
  const t = useT()
  const isRejection = decision === 'rejected'
  const { partners } = trpc.useUtils()
  const form = useReason('reason', t('staff.required'))
  const decide = useAction(trpc.partners.decideCreditReview, {
    form,
    done: ({ state }) => ({
      title: t(state === 'cancelled' ? 'creditReviews.rejected' : 'creditReviews.paid'),
      message: t('creditReviews.told'),
    }),
    // Also after a refusal: someone else decided first, or the partner took it back, so this screen is out of date.
    onOver: onClose,
    onEnd: [partners.listCreditReviews, partners.getCreditReview, partners.getClaim],
  })
  return (
    <ReasonDialog
      {...{ form, opened, onClose }}
      title={t(`creditReviewDecision.${decision}`)}
      text={t(`creditReviewDecisionText.${decision}`)}
      label={t('word.reason')}
      hint={t('claims.reasonHint')}
      action={t(isRejection ? 'creditReviews.reject' : 'creditReviews.pay')}
      isDanger={isRejection}
      isPending={decide.isPending}
      onSend={(reason) => decide.run({ id: review.id, decision, reason })}
    />
  )
}

function ReviewFacts({ review }: { review: CreditReview }) {
  const t = useT()
  const { state, why, memberId, promisedPoints, claimId, goal, decidedBy, settledAt, reason } = review
  return (
    <>
      <ReviewState state={state} />
      <p className={classes.words}>{t(`creditReviewReasonText.${why}`)}</p>
      <dl className={sheet.facts}>
        <Fact label={t('word.member')}>
          <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
            {review.userEmail}
          </Link>
        </Fact>
        <Fact label={t('word.partner')}>{review.partnerName}</Fact>
        <Fact label={t('creditReviews.arrived')}>
          {formatDateTime(review.createdAt)} (<TimeAgo date={review.createdAt} />)
        </Fact>
        <Fact label={t('word.promised')}>
          {promisedPoints > 0 ? formatPoints(t, promisedPoints) : t('claims.promisedNothing')}
        </Fact>
        <Fact label={t('word.amount')}>{formatUsd(review.amountUsd)}</Fact>
        <Fact label={t('creditReviews.buys')}>{formatPoints(t, review.boughtPoints)}</Fact>
        <Fact label={t(state === 'review' ? 'creditReviews.left' : 'creditReviews.points')}>
          {formatPoints(t, review.points)}
        </Fact>
        <Fact label={t('creditReviews.transaction')}>{review.transactionId}</Fact>
        {goal && <Fact label={t('creditReviews.goal')}>{goal}</Fact>}
        <Fact label={t('claims.clicked')}>{formatDateTime(review.clickedAt)}</Fact>
        <Fact label={t('word.reference')}>{review.reference}</Fact>
      </dl>
      {claimId && (
        <Link to="/admin/claims" search={{ claim: claimId }} className={blocks.link}>
          {t('creditReviews.claim')}
        </Link>
      )}
      {decidedBy && settledAt && (
        <p className={classes.words}>
          {t('claims.decidedBy', {
            name: actorName(t, decidedBy),
            time: formatDateTime(settledAt),
            reason: reason ?? '',
          })}
        </p>
      )}
    </>
  )
}

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
    <Section {...(partnerId && { title: t('creditReviews.title') })} text={t('creditReviews.text')}>
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
  )
}

function ReviewRow({ review }: { review: CreditReview }) {
  const t = useT()
  const { id, title, state, why, userEmail, partnerName, amountUsd, points, createdAt } = review
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Link to="/admin/credit-reviews" search={{ review: id }} className={blocks.link}>
          {title}
        </Link>
        <ReviewState state={state} />
      </div>
      <p className={blocks.quiet}>
        {[t(`creditReviewReason.${why}`), formatPoints(t, points), formatUsd(amountUsd)].join(' · ')}
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

function ReviewState({ state }: { state: CreditReview['state'] }) {
  const t = useT()
  return <StatusBadge {...LOOKS[state]}>{t(`creditReviewState.${state}`)}</StatusBadge>
}
