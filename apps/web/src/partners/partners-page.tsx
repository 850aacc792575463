import type { CreditReview, DecideCreditReviewInput } from '@chuma/contract/partners/partners'
import { Button, Group } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { useAsked } from '../ui/dialogs/dialog.tsx'
import { ReasonDialog, useReason } from '../ui/dialogs/reason-dialog.tsx'
import { formatPoints } from '../ui/figures/amount.tsx'
import sheet from '../ui/figures/figures.module.css'
import { TimeAgo } from '../ui/figures/time-ago.tsx'
import { AdminFrame } from '../ui/frame/admin-frame.tsx'
import { actorName } from '../ui/frame/staff-member.tsx'
import { BackLink } from '../ui/page/back-link.tsx'
import { Fact, Section } from '../ui/page/section.tsx'
import classes from '../ui/states/list.module.css'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import { EventRow } from './events/event-row.tsx'
import { EventSection, EventsSection } from './events/event-section.tsx'
import { PartnerForm } from './partner-form.tsx'
import { PartnersSection, PartnerView, ReviewState, ReviewsSection } from './partner-view.tsx'

export type PartnerPlace = { partner?: string; event?: string; review?: string; form?: 'new' | 'edit' }

/** The partners, what they sent, and the results. */
export function PartnersPage({ partner, event, review, form }: PartnerPlace) {
  const t = useT()
  return (
    <AdminFrame title={t('partners.title')}>
      {({ permissions }) => {
        const mayManage = permissions.includes('partners:manage')
        if (event) {
          return <EventSection key={event} id={event} mayDecide={permissions.includes('claims:decide')} />
        }
        if (review) {
          return <ReviewSection key={review} id={review} mayDecide={permissions.includes('claims:decide')} />
        }
        if (form === 'new' && mayManage) return <NewPartner />
        if (partner) {
          return (
            <PartnerView
              key={partner}
              id={partner}
              mayManage={mayManage}
              isEdited={form === 'edit' && mayManage}
            />
          )
        }
        return (
          <>
            <PartnersSection mayManage={mayManage} />
            <ReviewsSection />
            <EventsSection title={t('partnerEvents.all')} />
          </>
        )
      }}
    </AdminFrame>
  )
}

function NewPartner() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <>
      <BackLink to="/admin/partners">{t('partners.back')}</BackLink>
      <Section title={t('partners.add')}>
        <PartnerForm
          partner={null}
          onSaved={({ id }) => void navigate({ to: '/admin/partners', search: { partner: id } })}
        />
      </Section>
    </>
  )
}

/** One credit in review, with the evidence to decide about it. */
function ReviewSection({ id, mayDecide }: { id: string; mayDecide: boolean }) {
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
      label={t('claims.reason')}
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
        <Fact label={t('claims.member')}>
          <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
            {review.userEmail}
          </Link>
        </Fact>
        <Fact label={t('claims.partner')}>{review.partnerName}</Fact>
        <Fact label={t('creditReviews.arrived')}>
          {formatDateTime(review.createdAt)} (<TimeAgo date={review.createdAt} />)
        </Fact>
        <Fact label={t('claims.promised')}>
          {promisedPoints > 0 ? formatPoints(t, promisedPoints) : t('claims.promisedNothing')}
        </Fact>
        <Fact label={t('partnerEvents.amount')}>
          {t('partnerEvents.usd', { amount: review.amountUsd.toFixed(2) })}
        </Fact>
        <Fact label={t('creditReviews.buys')}>{formatPoints(t, review.boughtPoints)}</Fact>
        <Fact label={t(state === 'review' ? 'creditReviews.left' : 'creditReviews.points')}>
          {formatPoints(t, review.points)}
        </Fact>
        <Fact label={t('creditReviews.transaction')}>{review.transactionId}</Fact>
        {goal && <Fact label={t('creditReviews.goal')}>{goal}</Fact>}
        <Fact label={t('claims.clicked')}>{formatDateTime(review.clickedAt)}</Fact>
        <Fact label={t('claims.reference')}>{review.reference}</Fact>
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
