import type { Click } from '@chuma/contract/partners/partners'
import type { AttemptStatus, RewardReview, UserSurvey } from '@chuma/contract/surveys/surveys'
import { Button, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import {
  IconCheck,
  IconClock,
  IconClockOff,
  IconListCheck,
  IconMessage,
  IconUserOff,
  IconX,
} from '@tabler/icons-react'
import { useId } from 'react'
import { formatBusinessDay, formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { explainScreenOut } from '../../partners/clicks/explain-screen-out.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { focusFirstError, showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { Panel } from '../../ui/page/page.tsx'
import { ResultCount } from '../../ui/states/keyset-pages.tsx'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { PointsAmount } from '../../wallet/movements.tsx'
import { selectAttempts } from '../browse/survey-cards.tsx'
import type { OwnActivity } from '../browse/survey-filter.ts'
import classes from './attempt-list.module.css'
import { explainEarlyEnd, isUnpaid, reviewFindings, reviewNote } from './explain-attempt.ts'
import { isBegun, SurveyLink, useUserSurveys } from './survey-action.tsx'

type Props = { attempts: UserSurvey[]; label: string; headingOrder: 2 | 3 }

/** The surveys a member has started or finished, with their results. */
export function AttemptList({ attempts, label, headingOrder }: Props) {
  const isPartnerDone = attempts.some(({ kind, status }) => kind === 'external' && status === 'completed')
  // Only a partner's confirmation can be pending or reversed.
  const clicks = trpc.partners.listClicks.useQuery(undefined, { enabled: isPartnerDone, staleTime: 0 })
  return (
    <ul className={blocks.list} aria-label={label}>
      {attempts.map((attempt) => (
        <AttemptRow
          key={attempt.id}
          attempt={attempt}
          credit={attempt.kind === 'external' ? findCredit(clicks.data ?? [], attempt.surveyId) : undefined}
          headingOrder={headingOrder}
        />
      ))}
    </ul>
  )
}

type RowProps = { attempt: UserSurvey; credit: Click | undefined; headingOrder: 2 | 3 }

function AttemptRow({ attempt, credit, headingOrder }: RowProps) {
  const t = useT()
  const titleId = useId()
  const { id, surveyId, title, status, kind, createdAt, review, deliveries } = attempt
  const note = attemptNote(attempt, credit, t)
  const findings = review && reviewFindings(review, t)
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Title order={headingOrder} size="h3" id={titleId}>
          {title}
        </Title>
        {note && <p className={classes.note}>{note}</p>}
        {findings && <p className={blocks.quiet}>{findings}</p>}
        {deliveries.map(({ recipient, deliveredOn }) => (
          <p key={recipient} className={blocks.quiet}>
            {t('attempt.delivered', { recipient, day: formatBusinessDay(deliveredOn) })}
          </p>
        ))}
        <p className={blocks.quiet}>
          <time dateTime={createdAt}>{t('attempt.begun', { date: formatDateTime(createdAt) })}</time>
        </p>
      </div>
      {review ? <ReviewBadge state={review.state} /> : <AttemptBadge status={status} />}
      <div className={classes.points}>
        <Points attempt={attempt} credit={credit} />
      </div>
      {isBegun(status) && (
        <SurveyLink surveyId={surveyId} kind={kind} describedBy={titleId} variant="outline">
          {t('surveys.continue')}
        </SurveyLink>
      )}
      {review?.state === 'rejected' && review.appeal === null && (
        <AppealButton attemptId={id} title={title} titleId={titleId} />
      )}
    </li>
  )
}

/** A plus marks credited points; without it they are promised. Empty if nothing was earned. */
function Points({ attempt: { status, kind, reward, review }, credit }: Omit<RowProps, 'headingOrder'>) {
  if (isBegun(status) || review?.state === 'held') return <PointsAmount points={reward} />
  if (isUnpaid(review)) return null
  if (status !== 'completed' || credit?.state === 'reversed') return null
  const isPaid = kind !== 'external' || credit?.state === 'credited'
  return <PointsAmount points={credit?.creditedPoints ?? reward} signed={isPaid} />
}

const LOOKS = {
  started: { tone: 'wait', Icon: IconClock },
  in_progress: { tone: 'wait', Icon: IconClock },
  completed: { tone: 'good', Icon: IconCheck },
  screened_out: { tone: 'quiet', Icon: IconUserOff },
  expired: { tone: 'quiet', Icon: IconClockOff },
} as const satisfies Record<AttemptStatus, unknown>

/** How far the member got in a survey. */
function AttemptBadge({ status }: { status: AttemptStatus }) {
  const t = useT()
  return <StatusBadge {...LOOKS[status]}>{t(`attempt.${status}`)}</StatusBadge>
}

/** The click that a partner paid for, if any. Other attempts at the same survey only show that it is settled. */
function findCredit(clicks: readonly Click[], surveyId: string): Click | undefined {
  return clicks.find((click) => click.surveyId === surveyId && click.creditedPoints !== null)
}

const REVIEW_BADGE_LOOKS = {
  held: { tone: 'wait', Icon: IconClock },
  appealed: { tone: 'wait', Icon: IconMessage },
  paid: { tone: 'good', Icon: IconCheck },
  rejected: { tone: 'bad', Icon: IconX },
} as const satisfies Record<RewardReview['state'], unknown>

/** What became of a reward whose answers we check. */
function ReviewBadge({ state }: { state: RewardReview['state'] }) {
  const t = useT()
  return <StatusBadge {...REVIEW_BADGE_LOOKS[state]}>{t(`review.badge.${state}`)}</StatusBadge>
}

/** Describe an attempt beyond its status, and what happens next. */
function attemptNote(attempt: UserSurvey, credit: Click | undefined, t: Translate): string | null {
  switch (attempt.status) {
    case 'screened_out':
      // Our own questions say why in the member's words; a partner sends a code.
      if (attempt.kind === 'questions') return explainEarlyEnd(attempt.screenOutReason, t)
      return explainScreenOut(attempt.screenOutReason, t)
    case 'expired':
      return t('attempt.expiredText')
    case 'completed':
      if (attempt.review) return reviewNote(attempt.review, attempt.reward, t)
      return credit ? creditNote(credit, t) : null
    default:
      return attempt.kind === 'external' ? t('attempt.awaitsPartner') : null
  }
}

function creditNote({ state, availableAt }: Click, t: Translate): string {
  if (state === 'reversed') return t('attempt.reversed')
  if (state !== 'pending') return t('attempt.confirmed')
  return availableAt ? t('attempt.arrives', { date: formatDateTime(availableAt) }) : t('attempt.arrivesSoon')
}

const MIN_CHARACTERS = 10
const MAX_CHARACTERS = 1000

type ButtonProps = { attemptId: string; title: string; titleId: string }

/** Appeals against the rejection of a survey's answers. Two taps: this button, and the one that sends. */
function AppealButton({ attemptId, title, titleId }: ButtonProps) {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" aria-describedby={titleId} onClick={dialog.open}>
        {t('review.appeal')}
      </Button>
      <AppealDialog attemptId={attemptId} title={title} isOpen={isOpen} onClose={dialog.close} />
    </>
  )
}

type DialogProps = Omit<ButtonProps, 'titleId'> & { isOpen: boolean; onClose: () => void }

function AppealDialog({ attemptId, title, isOpen, onClose }: DialogProps) {
  const t = useT()
  const { surveys } = trpc.useUtils()
  const form = useForm({
    initialValues: { appeal: '' },
    validate: {
      appeal: (text) =>
        text.trim().length < MIN_CHARACTERS ? t('appeal.tooShort', { min: MIN_CHARACTERS }) : null,
    },
  })
  const appeal = useAction(trpc.surveys.appealSurvey, {
    onDone: onClose,
    done: { title: t('appeal.sentTitle'), message: t('appeal.sent') },
    failure: { title: t('appeal.failedTitle'), offline: t('appeal.offline') },
    onFailed: (error) => {
      showFieldErrors(form, error)
    },
    // Also after a failure: the appeal may have been sent from another window.
    onEnd: [surveys.listUserSurveys],
  })
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('review.appealTitle')}>
      <form
        onSubmit={form.onSubmit((words) => appeal.run({ id: attemptId, ...words }), focusFirstError(form))}
        noValidate
      >
        <Stack>
          <Text>{t('review.appealText', { title })}</Text>
          <Textarea
            label={t('appeal.label')}
            description={t('appeal.hint', { count: form.values.appeal.length, max: MAX_CHARACTERS })}
            rows={5}
            maxLength={MAX_CHARACTERS}
            data-autofocus
            {...form.getInputProps('appeal')}
          />
          <Button type="submit" fullWidth loading={appeal.isPending}>
            {t('appeal.send')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

type OwnSurveysProps = { q: string; activity: OwnActivity; onShowAll: () => void }

/** The surveys the member has started or finished, including ones that are no longer offered. */
export function OwnSurveys({ q, activity, onShowAll }: OwnSurveysProps) {
  const t = useT()
  const attempts = useUserSurveys()
  return (
    <>
      <ResultCount count={attempts.data && selectAttempts(attempts.data, { q, activity }).length} />
      <QueryView query={attempts} skeleton={<Skeletons count={3} height={110} />}>
        {(all) => {
          const selected = selectAttempts(all, { q, activity })
          return selected.length > 0 ? (
            <Panel>
              <AttemptList
                attempts={selected}
                label={t(activity === 'mine' ? 'surveys.mine' : `surveys.activity.${activity}`)}
                headingOrder={2}
              />
            </Panel>
          ) : (
            <EmptyState
              icon={<IconListCheck />}
              title={t(q ? 'surveys.noMatchTitle' : `surveys.none.${activity}`)}
              text={t(q ? 'surveys.noMatchText' : 'surveys.noneText')}
              action={
                <Button variant="default" onClick={onShowAll}>
                  {t('surveys.clearSearch')}
                </Button>
              }
            />
          )
        }}
      </QueryView>
    </>
  )
}
