import type { Claim, ClaimDetail, PartnerEvent } from '@chuma/contract/partners/partners'
import { Button, Group, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import nothingToReview from '../../art/nothing-to-review.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { FormDialog, useAsked } from '../../ui/dialogs/dialog.tsx'
import sheet from '../../ui/figures/figures.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { actorName } from '../../ui/frame/staff-member.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Fact, Section } from '../../ui/page/section.tsx'
import classes from '../../ui/states/list.module.css'
import { PagedList, useStateFilter } from '../../ui/states/staff-lists.tsx'
import { Notice, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { PointsAmount } from '../../wallet/movements.tsx'
import { EventRow } from '../events/event-row.tsx'

/** Members' claims for missing points, and the decisions. */
export function ClaimsPage({ claim }: { claim?: string }) {
  const t = useT()
  return (
    <AdminFrame title={t('claims.list')}>
      {({ permissions }) =>
        claim ? (
          <ClaimSection key={claim} id={claim} mayDecide={permissions.includes('claims:decide')} />
        ) : (
          <ClaimsSection />
        )
      }
    </AdminFrame>
  )
}

/** One claim with the evidence to decide it. */
function ClaimSection({ id, mayDecide }: { id: string; mayDecide: boolean }) {
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
            <Events title={t('claims.unmatched')} none={t('claims.noEarlier')} events={unmatched} />
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
        <Link to="/admin/credit-reviews" search={{ review: id }} className={blocks.link}>
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
          {t('word.decline')}
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

function ClaimFacts({ claim }: Pick<ClaimDetail, 'claim'>) {
  const t = useT()
  const { state, note, memberId, userEmail, promisedPoints, reference, clickedAt } = claim
  const { decidedBy, decidedAt, reason } = claim
  return (
    <>
      <AdminClaimState state={state} />
      <dl className={sheet.facts}>
        <Fact label={t('word.member')}>
          <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
            {userEmail}
          </Link>
        </Fact>
        <Fact label={t('word.partner')}>{claim.partnerName ?? t('word.none')}</Fact>
        <Fact label={t('claims.clicked')}>{formatDateTime(clickedAt)}</Fact>
        <Fact label={t('word.promised')}>
          {promisedPoints > 0 ? <PointsAmount points={promisedPoints} /> : t('claims.promisedNothing')}
        </Fact>
        <Fact label={t('word.reference')}>{reference}</Fact>
      </dl>
      <div className={classes.letter}>
        <p className={blocks.quiet}>{t('claims.note')}</p>
        <p className={classes.words}>{note || t('claims.noNote')}</p>
      </div>
      {decidedBy && decidedAt && (
        <p className={classes.words}>
          {t('claims.decidedBy', {
            name: actorName(t, decidedBy),
            time: formatDateTime(decidedAt),
            reason: reason ?? '',
          })}
        </p>
      )}
    </>
  )
}

type DecideClaimDialogProps = Pick<ClaimDetail, 'claim'> & {
  decision: 'credited' | 'declined'
  opened: boolean
  onClose: () => void
}
type Values = { points: number | string; reason: string }

function DecideClaimDialog({ claim, decision, opened, onClose }: DecideClaimDialogProps) {
  const t = useT()
  const { partners } = trpc.useUtils()
  const isGrant = decision === 'credited'
  const asksPoints = isGrant && claim.promisedPoints === 0
  const form = useForm<Values>({
    initialValues: { points: '', reason: '' },
    validate: {
      points: (points) => (asksPoints && !(Number(points) >= 1) ? t('claims.pointsMissing') : null),
      reason: (reason) => (reason.trim() ? null : t('staff.required')),
    },
  })
  const decide = useAction(trpc.partners.decideClaim, {
    form,
    // Also after a refusal: someone else decided first, or the partner credited it, so this screen is out of date.
    onOver: onClose,
    done: ({ state }) => ({
      title: t(state === 'credited' ? 'claims.granted' : 'claims.declined'),
      message: t('claims.told', { email: claim.userEmail }),
    }),
    onEnd: [partners.listClaims, partners.getClaim],
  })
  const submit = ({ points, reason }: Values) =>
    decide.run({ id: claim.id, decision, reason, ...(asksPoints && { points: Number(points) }) })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(isGrant ? 'claims.grantTitle' : 'claims.declineTitle')}
      action={t(isGrant ? 'claims.grant' : 'word.decline')}
      isPending={decide.isPending}
      isDanger={!isGrant}
      form={form}
      onSend={submit}
    >
      <Text c="dimmed">{t(isGrant ? 'claims.grantText' : 'claims.declineText')}</Text>
      {asksPoints && (
        <NumberInput label={t('word.points')} allowDecimal={false} {...form.getInputProps('points')} />
      )}
      <Textarea
        label={t('word.reason')}
        description={t('claims.reasonHint')}
        rows={3}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}

const LOOKS = {
  open: { tone: 'wait', Icon: IconClock },
  credited: { tone: 'good', Icon: IconCheck },
  declined: { tone: 'bad', Icon: IconX },
} as const

function AdminClaimState({ state }: { state: Claim['state'] }) {
  const t = useT()
  return <StatusBadge {...LOOKS[state]}>{t(`adminClaimState.${state}`)}</StatusBadge>
}

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_CLAIMS = { limit: PAGE_SIZE, state: 'open' } as const
const STATES: readonly Claim['state'][] = ['open', 'credited', 'declined']

function ClaimsSection() {
  const t = useT()
  const { pages, filter, input } = useStateFilter<Claim['state']>({
    size: PAGE_SIZE,
    states: STATES,
    first: 'open',
    describe: (each) => t(`adminClaimState.${each}`),
  })
  const query = trpc.partners.listClaims.useQuery(input, { placeholderData: keepPreviousData })
  return (
    <Section text={t('claims.text')}>
      {filter}
      <PagedList
        query={query}
        pages={pages}
        label={t('claims.list')}
        rowHeight={88}
        empty={{ art: nothingToReview, title: t('claims.none'), text: t('claims.noneText') }}
      >
        {({ id, title, state: its, userEmail: email, openedAt }) => (
          <li key={id} className={classes.row}>
            <div className={classes.head}>
              <Link to="/admin/claims" search={{ claim: id }} className={blocks.link}>
                {title}
              </Link>
              <AdminClaimState state={its} />
            </div>
            <p className={blocks.quiet}>{t('claims.by', { email, time: formatDateTime(openedAt) })}</p>
          </li>
        )}
      </PagedList>
    </Section>
  )
}
