import type { Click } from '@chuma/contract/partners/partners'
import { Button, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconBan, IconCheck, IconClock, IconUserOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import noHistory from '../../art/no-history.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog, useFocusWhenDone } from '../../ui/dialogs/dialog.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeZoneNote } from '../../ui/figures/time-ago.tsx'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page, Panel } from '../../ui/page/page.tsx'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { PointsAmount } from '../../wallet/movements.tsx'
import classes from './clicks-page.module.css'
import { explainScreenOut } from './explain-screen-out.ts'

/** The member's clicks on offers and their results. */
export function ClicksPage() {
  const t = useT()
  // Partners can report at any time.
  const clicks = trpc.partners.listClicks.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true })
  return (
    <Page
      title={t('word.myClicks')}
      lead={t('clicks.lead')}
      aside={
        <BackLink to="/dashboard" search={{ tab: 'wallet' }}>
          {t('activity.back')}
        </BackLink>
      }
    >
      <Panel aria-label={t('clicks.list')}>
        <TimeZoneNote />
        <QueryView query={clicks} skeleton={<Skeletons count={4} height={120} />}>
          {(list) =>
            list.length === 0 ? (
              <NoClicks />
            ) : (
              <ul className={blocks.list} aria-label={t('clicks.list')}>
                {list.map((click) => (
                  <ClickItem key={click.id} click={click} />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Panel>
    </Page>
  )
}

function NoClicks() {
  const t = useT()
  return (
    <EmptyState
      art={noHistory}
      title={t('clicks.emptyTitle')}
      text={t('clicks.emptyText')}
      action={
        <Button
          renderRoot={(props) => <Link to="/dashboard" search={{ tab: 'earn' }} hash="ways" {...props} />}
        >
          {t('clicks.toOffers')}
        </Button>
      }
    />
  )
}

const FACES = {
  waiting: { tone: 'wait', Icon: IconClock },
  review: { tone: 'wait', Icon: IconClock },
  pending: { tone: 'wait', Icon: IconClock },
  credited: { tone: 'good', Icon: IconCheck },
  reversed: { tone: 'bad', Icon: IconArrowBackUp },
  refused: { tone: 'bad', Icon: IconBan },
  'screened-out': { tone: 'quiet', Icon: IconUserOff },
} as const satisfies Record<Click['state'], unknown>

/** One click on a partner's offer and its state, in plain words. */
function ClickItem({ click }: { click: Click }) {
  const t = useT()
  const titleId = useId()
  const heading = useFocusWhenDone(!click.canClaim)
  const { title, clickedAt, state, points, creditedPoints, claim, canClaim } = click
  return (
    <li className={classes.item}>
      <div className={classes.top}>
        <div>
          <Title order={2} size="h3" id={titleId} ref={heading} tabIndex={-1} className={classes.title ?? ''}>
            {title}
          </Title>
          <p className={blocks.quiet}>
            {t('clicks.opened')} <time dateTime={clickedAt}>{formatDateTime(clickedAt)}</time>
          </p>
        </div>
        <StatusBadge {...FACES[state]}>{t(`clickState.${state}`)}</StatusBadge>
      </div>
      <p className={blocks.flush}>{describeState(click, t)}</p>
      {click.refusal && <p className={blocks.flush}>{t('activity.reason', { reason: click.refusal })}</p>}
      <ClickPoints state={state} promised={points} credited={creditedPoints} />
      {claim && <ClaimStanding claim={claim} />}
      {canClaim && <ClaimButton clickId={click.id} title={title} titleId={titleId} />}
    </li>
  )
}

function describeState({ state, availableAt, answerBy, screenOutReason }: Click, t: Translate): string {
  if (state === 'screened-out') return explainScreenOut(screenOutReason, t)
  if (state === 'pending' && availableAt) {
    return t('clickText.pendingUntil', { time: formatDateTime(availableAt) })
  }
  if (state === 'review' && answerBy) return t('clickText.reviewUntil', { time: formatDateTime(answerBy) })
  return t(`clickText.${state}`)
}

type PointsProps = { state: Click['state']; promised: number; credited: number | null }

/** The partner's confirmed points take precedence over the promised ones; 0 promised means that the partner decides. */
function ClickPoints({ state, promised, credited }: PointsProps) {
  const t = useT()
  const isConfirmed = credited !== null && (state === 'pending' || state === 'credited')
  const points = isConfirmed ? credited : promised
  if (points === 0) return null
  const label = isConfirmed ? (state === 'pending' ? 'clicks.confirmed' : 'clicks.credited') : 'word.promised'
  return (
    <p className={blocks.flush}>
      {t(label)} <PointsAmount points={points} />
    </p>
  )
}

/** Claims missing points. Two taps: this button, and the one that sends. */
function ClaimButton({ clickId, title, titleId }: { clickId: string; title: string; titleId: string }) {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" aria-describedby={titleId} onClick={dialog.open}>
        {t('claim.start')}
      </Button>
      <ClaimDialog clickId={clickId} title={title} isOpen={isOpen} onClose={dialog.close} />
    </>
  )
}

const MAX_CHARACTERS = 1000

type ClaimDialogProps = { clickId: string; title: string; isOpen: boolean; onClose: () => void }
type ClaimValues = { note: string }

function ClaimDialog({ clickId, title, isOpen, onClose }: ClaimDialogProps) {
  const t = useT()
  const form = useForm<ClaimValues>({ initialValues: { note: '' } })
  const { partners } = trpc.useUtils()
  const claim = useAction(trpc.partners.openClaim, {
    onDone: onClose,
    done: { title: t('claim.sentTitle'), message: t('claim.sent') },
    failure: { title: t('claim.failedTitle'), offline: t('claim.offline') },
    onFailed: (error) => {
      showFieldErrors(form, error)
    },
    // Also after a refusal: it may have been claimed or credited in the meantime.
    onEnd: () => void partners.listClicks.invalidate(),
  })
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('claim.start')}>
      <form onSubmit={form.onSubmit(({ note }) => claim.run({ clickId, note }))} noValidate>
        <Stack>
          <Text>{t('claim.text', { title })}</Text>
          <Textarea
            label={t('claim.note')}
            description={t('claim.noteHint')}
            rows={4}
            maxLength={MAX_CHARACTERS}
            {...form.getInputProps('note')}
          />
          <Button type="submit" fullWidth loading={claim.isPending}>
            {t('claim.send')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

/** A claim's decision, with the reason. */
function ClaimStanding({ claim }: { claim: NonNullable<Click['claim']> }) {
  const t = useT()
  const { state, reason, openedAt } = claim
  return (
    <div className={classes.claim}>
      <p>{t(`claimState.${state}`, { time: formatDateTime(openedAt) })}</p>
      {reason && <p>{t('activity.reason', { reason })}</p>}
    </div>
  )
}
