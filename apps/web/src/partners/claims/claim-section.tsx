import type { ClaimDetail, PartnerEvent } from '@chuma/contract/partners/partners'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from '../../admin/list.module.css'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { EventRow } from '../events/event-row.tsx'
import { AdminClaimState } from './admin-claim-state.tsx'
import { ClaimFacts } from './claim-facts.tsx'
import { DecideClaimDialog } from './decide-claim-dialog.tsx'

type Props = { id: string; mayDecide: boolean }

/** One claim with the evidence to decide it. */
export function ClaimSection({ id, mayDecide }: Props) {
  const t = useT()
  const query = trpc.partners.getClaim.useQuery({ id })
  return (
    <>
      <BackLink to="/admin/claims">{t('claims.back')}</BackLink>
      <QueryView query={query} skeleton={<Skeletons count={2} height={180} />}>
        {({ claim, review, events, unmatched, earlier }) => (
          <>
            <Section title={claim.title}>
              <ClaimFacts claim={claim} />
              {review && <InReview id={review.id} />}
              {mayDecide && claim.state === 'open' && <Decide claim={claim} isInReview={review !== null} />}
            </Section>
            <Events title={t('claims.events')} none={t('claims.noEvents')} events={events} />
            <Events title={t('claims.unmatched')} none={t('claims.noUnmatched')} events={unmatched} />
            <Earlier claims={earlier} />
          </>
        )}
      </QueryView>
    </>
  )
}

function InReview({ id }: { id: string }) {
  const t = useT()
  return (
    <Notice
      title={t('creditReviews.ofClaim')}
      action={
        <Link to="/admin/partners" search={{ review: id }} className={blocks.link}>
          {t('creditReviews.open')}
        </Link>
      }
    >
      {t('creditReviews.ofClaimText')}
    </Notice>
  )
}

function Decide({ claim, isInReview }: Pick<ClaimDetail, 'claim'> & { isInReview: boolean }) {
  const t = useT()
  const { subject, isOpen, ask, close } = useAsked<'credited' | 'declined'>()
  return (
    <>
      <Group>
        {!isInReview && <Button onClick={() => ask('credited')}>{t('claims.grant')}</Button>}
        <Button variant="default" onClick={() => ask('declined')}>
          {t('claims.decline')}
        </Button>
      </Group>
      {subject && (
        <DecideClaimDialog key={subject} claim={claim} decision={subject} opened={isOpen} onClose={close} />
      )}
    </>
  )
}

function Events({ title, none, events }: { title: string; none: string; events: PartnerEvent[] }) {
  return (
    <Section title={title}>
      {events.length === 0 && <p className={blocks.quiet}>{none}</p>}
      <ul className={blocks.list} aria-label={title}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
    </Section>
  )
}

function Earlier({ claims }: { claims: ClaimDetail['earlier'] }) {
  const t = useT()
  return (
    <Section title={t('claims.earlier')}>
      {claims.length === 0 && <p className={blocks.quiet}>{t('claims.noEarlier')}</p>}
      <ul className={blocks.list} aria-label={t('claims.earlier')}>
        {claims.map(({ id, title, state, openedAt, reason }) => (
          <li key={id} className={classes.row}>
            <div className={classes.head}>
              <Link to="/admin/claims" search={{ claim: id }} className={blocks.link}>
                {title}
              </Link>
              <AdminClaimState state={state} />
            </div>
            <p className={blocks.quiet}>
              {formatDateTime(openedAt)}
              {reason && ` · ${reason}`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
