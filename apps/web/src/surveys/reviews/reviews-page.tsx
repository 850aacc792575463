import type {
  AdminSurveyReview,
  DecideSurveyReviewInput,
  QualitySign,
  ReviewState as State,
  SurveyReviewDetail,
} from '@chuma/contract/surveys/reviews'
import { HOLD_SCORE } from '@chuma/contract/surveys/survey-measures'
import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle, IconCheck, IconClock, IconMessage, IconX } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import nothingToReview from '../../art/nothing-to-review.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog, DialogButtons, useAsked } from '../../ui/dialogs/dialog.tsx'
import sheet from '../../ui/figures/figures.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { actorName } from '../../ui/frame/staff-member.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Fact, Section } from '../../ui/page/section.tsx'
import classes from '../../ui/states/list.module.css'
import { PagedList, useStateFilter } from '../../ui/states/staff-lists.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { PointsAmount } from '../../wallet/movements.tsx'
import { RejectSelected } from './reject-selected.tsx'
import reviewSignsClasses from './review-signs.module.css'

/** Surveys whose answers are in doubt, and the decisions. */
export function ReviewsPage({ review }: { review?: string }) {
  const t = useT()
  return (
    <AdminFrame title={t('reviews.title')}>
      {({ permissions }) => {
        const mayDecide = permissions.includes('proofs:decide')
        return review ? (
          <ReviewSection key={review} id={review} mayDecide={mayDecide} />
        ) : (
          <ReviewsSection mayDecide={mayDecide} />
        )
      }}
    </AdminFrame>
  )
}

type ReviewSectionProps = { id: string; mayDecide: boolean }

/** One survey in doubt, with the flags, the answers and the member's record. */
function ReviewSection({ id, mayDecide }: ReviewSectionProps) {
  const t = useT()
  const query = trpc.admin.getSurveyReview.useQuery({ id })
  return (
    <>
      <BackLink to="/admin/survey-reviews">{t('reviews.back')}</BackLink>
      <QueryView query={query} skeleton={<Skeletons count={2} height={180} />}>
        {(review) => (
          <>
            <Section title={review.title}>
              <ReviewFacts review={review} />
              {mayDecide && <Decide review={review} />}
            </Section>
            {review.answers.length > 0 && <Answers answers={review.answers} />}
          </>
        )}
      </QueryView>
    </>
  )
}

function Decide({ review }: { review: SurveyReviewDetail }) {
  const t = useT()
  const { subject, isOpen, ask, close } = useAsked<Decision>()
  return (
    <>
      <Group>
        {listDecisions(review).map((decision, place) => (
          <Button key={decision} {...(place > 0 && { variant: 'default' })} onClick={() => ask(decision)}>
            {t(`reviewDecision.${nameDecision(review, decision)}`)}
          </Button>
        ))}
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

function Answers({ answers }: Pick<SurveyReviewDetail, 'answers'>) {
  const t = useT()
  return (
    <Section title={t('reviews.answers')}>
      {answers.every(({ answer }) => answer === null) && (
        <p className={blocks.quiet}>{t('reviews.noAnswers')}</p>
      )}
      <ul className={blocks.list} aria-label={t('reviews.answers')}>
        {answers.map(({ id, question, answer, expected }) => (
          <li key={id} className={classes.row}>
            <p className={blocks.quiet}>
              {id}. {question}
            </p>
            <p className={classes.words}>{answer === null || answer === '' ? '–' : String(answer)}</p>
            {expected !== null && <p className={blocks.quiet}>{t('reviews.expected', { expected })}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

type DecideReviewDialogProps = {
  review: AdminSurveyReview
  decision: Decision
  opened: boolean
  onClose: () => void
}
type Values = { reason: string }

function DecideReviewDialog({ review, decision, opened, onClose }: DecideReviewDialogProps) {
  const t = useT()
  const { admin } = trpc.useUtils()
  const isAppeal = review.state === 'appealed'
  const action = nameDecision(review, decision)
  const needsReason = isAppeal || decision !== 'paid'
  const form = useForm<Values>({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (!needsReason || reason.trim() ? null : t('staff.required')) },
  })
  const decide = useAction(trpc.admin.decideSurveyReview, {
    form,
    // Also after a refusal: someone else decided first, or its time is over, so this screen is out of date.
    onOver: onClose,
    done: {
      title: t('reviewDecision.done'),
      message:
        action === 'accept' ? t('reviewDecision.notTold') : t('claims.told', { email: review.userEmail }),
    },
    onEnd: [admin.listSurveyReviews, admin.getSurveyReview, admin.listWaiting],
  })
  const submit = ({ reason }: Values) => decide.run({ id: review.id, decision, reason })
  return (
    <Dialog opened={opened} onClose={onClose} title={t(`reviewDecision.${action}Title`)}>
      <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
        <Stack>
          <Text c="dimmed">{t(isAppeal ? 'reviewDecision.appealText' : `reviewDecision.${action}Text`)}</Text>
          {needsReason && (
            <Textarea
              label={t(isAppeal ? 'reviewDecision.answer' : 'reviewDecision.reason')}
              description={t('claims.reasonHint')}
              rows={3}
              maxLength={500}
              data-autofocus
              {...form.getInputProps('reason')}
            />
          )}
          <DialogButtons
            action={t(`reviewDecision.${action}`)}
            isPending={decide.isPending}
            isDanger={decision === 'rejected'}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

type ReviewFactsProps = { review: AdminSurveyReview }

function ReviewFacts({ review }: ReviewFactsProps) {
  const t = useT()
  const { state, userId, userEmail, points, openedAt, until } = review
  const isWaiting = state === 'held' || state === 'doubtful'
  return (
    <>
      <ReviewState state={state} />
      <ReviewSigns review={review} />
      <dl className={sheet.facts}>
        <Fact label={t('reviews.member')}>
          <Link to="/admin/members/$memberId" params={{ memberId: userId }} className={blocks.link}>
            {userEmail}
          </Link>
        </Fact>
        <Fact label={t('reviews.reward')}>
          <PointsAmount points={points} />
        </Fact>
        <Fact label={t('reviews.completed')}>{formatDateTime(openedAt)}</Fact>
        <Fact label={t('reviews.time')}>
          {review.takenSeconds === null
            ? t('reviews.notOpened')
            : t('reviews.seconds', { seconds: review.takenSeconds })}
        </Fact>
        {review.flags.length > 0 && (
          <Fact label={t('reviews.minimum')}>{t('reviews.seconds', { seconds: review.minimumSeconds })}</Fact>
        )}
        <Fact label={t('reviews.record')}>
          {t('reviews.recordText', {
            completed: review.completedBefore,
            flagged: review.flaggedBefore,
            rejected: review.rejectedBefore,
          })}
        </Fact>
        {isWaiting && (
          <Fact label={t(state === 'held' ? 'reviews.paidAt' : 'reviews.endsAt')}>
            {formatDateTime(until)}
          </Fact>
        )}
      </dl>
      <Words {...review} />
    </>
  )
}

/** Everything that staff and the member have said about it, in order. */
function Words(review: AdminSurveyReview) {
  const t = useT()
  const { keptBy, keptAt, decidedBy, decidedAt, appeal, appealedAt, answeredBy, answeredAt } = review
  return (
    <>
      {keptBy && keptAt && (
        <Said label={t('reviews.keptBy', { name: actorName(t, keptBy), time: formatDateTime(keptAt) })}>
          {review.keepReason}
        </Said>
      )}
      {decidedBy && decidedAt && (
        <Said
          label={t('reviews.decidedBy', { name: actorName(t, decidedBy), time: formatDateTime(decidedAt) })}
        >
          {review.reason}
        </Said>
      )}
      {appealedAt && (
        <Said label={t('reviews.appealedAt', { time: formatDateTime(appealedAt) })}>{appeal}</Said>
      )}
      {answeredBy && answeredAt && (
        <Said
          label={t('reviews.answeredBy', {
            name: actorName(t, answeredBy),
            time: formatDateTime(answeredAt),
          })}
        >
          {review.appealAnswer}
        </Said>
      )}
    </>
  )
}

function Said({ label, children }: { label: string; children: string | null }) {
  return (
    <div className={classes.letter}>
      <p className={blocks.quiet}>{label}</p>
      {children && <p className={classes.words}>{children}</p>}
    </div>
  )
}

/** How much is in doubt, and what each part of it is based on. */
function ReviewSigns({ review: { signs, score } }: { review: AdminSurveyReview }) {
  const t = useT()
  return (
    <div>
      <p className={reviewSignsClasses.score}>{t('reviews.score', { score })}</p>
      <p className={blocks.quiet}>{t('reviews.scoreText', { hold: HOLD_SCORE })}</p>
      <ul className={reviewSignsClasses.signs} aria-label={t('reviews.flags')}>
        {signs.map((sign) => {
          const { flag, points } = sign
          return (
            <li key={flag}>
              <span>
                {t(`qualityFlag.${flag}`)}
                {explain(t, sign).map((fact) => (
                  <span key={fact} className={reviewSignsClasses.fact}>
                    {fact}
                  </span>
                ))}
              </span>
              <span className={reviewSignsClasses.weight}>{t('reviews.weight', { weight: points })}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function explain(t: Translate, { flag, measured, limit, others, questionIds = [], notes = [] }: QualitySign) {
  return [
    ...(measured !== undefined && limit !== undefined
      ? [t(`reviews.measured.${MEASURES[flag] ?? 'other'}`, { measured, limit })]
      : []),
    ...(others ? [t('reviews.others', others)] : []),
    ...notes,
    ...(questionIds.length > 0
      ? [
          t(questionIds.length === 1 ? 'reviews.question' : 'reviews.questions', {
            ids: questionIds.join(', '),
          }),
        ]
      : []),
  ]
}

/** What the figures of a sign count. */
const MEASURES: Partial<Record<QualitySign['flag'], 'seconds' | 'rows' | 'members'>> = {
  'too-fast': 'seconds',
  'faster-than-others': 'seconds',
  'straight-line': 'rows',
  'same-as-others': 'members',
  'same-answers': 'members',
  'same-device': 'members',
}

type Decision = DecideSurveyReviewInput['decision']

/** What a decision is called: of a reward that is paid already there is nothing to pay or to refuse. */
function nameDecision({ state }: Pick<AdminSurveyReview, 'state'>, decision: Decision) {
  if (state === 'doubtful' && decision === 'paid') return 'accept'
  return decision === 'rejected' && (state === 'doubtful' || state === 'paid') ? 'takeBack' : decision
}

/** List what staff can do about a review, the usual first. */
function listDecisions({ state, keptAt, returnableUntil }: AdminSurveyReview): readonly Decision[] {
  switch (state) {
    case 'held':
      return keptAt === null ? ['paid', 'held', 'rejected'] : ['paid', 'rejected']
    case 'appealed':
      return ['paid', 'rejected']
    case 'doubtful':
      return returnableUntil === null ? ['paid'] : ['paid', 'rejected']
    case 'paid':
      return returnableUntil === null ? [] : ['rejected']
    default:
      return []
  }
}

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_REVIEWS = { limit: PAGE_SIZE, state: 'held' } as const
const STATES: readonly State[] = ['held', 'appealed', 'doubtful', 'rejected', 'paid']

function ReviewsSection({ mayDecide }: { mayDecide: boolean }) {
  const t = useT()
  const { pages, state, filter, input } = useStateFilter<State>({
    size: PAGE_SIZE,
    states: STATES,
    first: 'held',
    describe: (each) => t(`reviewState.${each}`),
  })
  const query = trpc.admin.listSurveyReviews.useQuery(input, { placeholderData: keepPreviousData })
  const [selected, setSelected] = useState<readonly string[]>([])
  const toggle = (id: string) =>
    setSelected(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
  return (
    <Section text={t('reviews.text')}>
      {filter}
      <PagedList
        query={query}
        pages={pages}
        label={t('reviews.list')}
        rowHeight={88}
        empty={{ art: nothingToReview, title: t('reviews.none'), text: t('reviews.noneText') }}
        forAll={(reviews) =>
          mayDecide && (
            <Group>
              {state === 'doubtful' && <AcceptAll ids={reviews.map(({ id }) => id)} />}
              <RejectSelected
                ids={reviews.filter(isRejectable).flatMap(({ id }) => (selected.includes(id) ? id : []))}
              />
            </Group>
          )
        }
      >
        {(review) => (
          <ReviewRow key={review.id} review={review}>
            {mayDecide && isRejectable(review) && (
              <Checkbox
                aria-label={t('reviews.select', { title: review.title, email: review.userEmail })}
                checked={selected.includes(review.id)}
                onChange={() => toggle(review.id)}
              />
            )}
          </ReviewRow>
        )}
      </PagedList>
    </Section>
  )
}

function ReviewRow({ review, children }: { review: AdminSurveyReview; children: ReactNode }) {
  const t = useT()
  const { id, title, state, flags, score, userEmail: email, openedAt } = review
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        {children}
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

const isRejectable = (review: AdminSurveyReview) =>
  review.state !== 'appealed' && listDecisions(review).includes('rejected')

const LOOKS = {
  held: { tone: 'wait', Icon: IconClock },
  doubtful: { tone: 'quiet', Icon: IconAlertTriangle },
  appealed: { tone: 'wait', Icon: IconMessage },
  paid: { tone: 'good', Icon: IconCheck },
  rejected: { tone: 'bad', Icon: IconX },
} as const satisfies Record<State, unknown>

function ReviewState({ state }: { state: State }) {
  const t = useT()
  return <StatusBadge {...LOOKS[state]}>{t(`reviewState.${state}`)}</StatusBadge>
}
