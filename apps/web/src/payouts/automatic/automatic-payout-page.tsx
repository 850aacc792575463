import { formatKes } from '@chuma/contract/format-money'
import type { AutomaticPayout, AutomaticSwitch } from '@chuma/contract/payouts/automatic-payouts'
import { Button, Text, Title } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { actorName } from '../../ui/frame/staff-member.tsx'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from '../queue/queue.module.css'

/** What is paid without a person, by the owner's rule. */
export function AutomaticPayoutPage() {
  const t = useT()
  return (
    <AdminFrame title={t('automatic.title')}>
      {({ permissions }) => <AutomaticPayoutSections mayManage={permissions.includes('payouts:manage')} />}
    </AdminFrame>
  )
}

const POLL_MS = 15_000

/** The switch first, then what the rule did, what it says, how far staff agree, and the money. */
function AutomaticPayoutSections({ mayManage }: { mayManage: boolean }) {
  const query = trpc.admin.getAutomaticPayout.useQuery(undefined, { refetchInterval: POLL_MS })
  return (
    <QueryView query={query} skeleton={<Skeletons count={4} height={180} />}>
      {(automatic) => (
        <div className={blocks.sections}>
          <SwitchSection automatic={automatic} mayManage={mayManage} />
          <TodaySection automatic={automatic} />
          <AgreementSection agreement={automatic.agreement} />
          <FloatSection float={automatic.float} />
          <TimesSection times={automatic.times} />
          <RuleSection automatic={automatic} />
        </div>
      )}
    </QueryView>
  )
}

function TodaySection({ automatic: { mode, today } }: { automatic: AutomaticPayout }) {
  const t = useT()
  return (
    <Section title={t('word.today')} text={t('automatic.todayText')}>
      <StatGrid label={t('word.today')} isStacked>
        <StatCard label={t(mode === 'shadow' ? 'automatic.wouldPay' : 'automatic.paid')}>
          {today.paidCount} · {formatKes(today.paidKes)}
        </StatCard>
        <StatCard label={t('automatic.samples')}>{today.sampleCount}</StatCard>
        <StatCard label={t('automatic.persons')}>{today.personCount}</StatCard>
      </StatGrid>
      {today.reasons.length === 0 ? (
        <p className={blocks.quiet}>{t('automatic.noReasons')}</p>
      ) : (
        <ul className={blocks.list} aria-label={t('automatic.reasons')}>
          {today.reasons.map(({ reason, count }) => (
            <li key={reason}>
              {t(`personReason.${reason}`)}: {count}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function RuleSection({ automatic: { rule, ruleVersion } }: { automatic: AutomaticPayout }) {
  const t = useT()
  const { maxKes, memberDayKes, dayKes, belowRisk, firstPayouts, samplePercent } = rule
  return (
    <Section title={t('automatic.rule')} text={t('automatic.ruleText', { version: ruleVersion })}>
      <StatGrid label={t('automatic.rule')} isStacked>
        <StatCard label={t('automatic.max')}>{formatKes(maxKes)}</StatCard>
        <StatCard label={t('automatic.memberDay')}>{formatKes(memberDayKes)}</StatCard>
        <StatCard label={t('automatic.day')}>{formatKes(dayKes)}</StatCard>
        <StatCard label={t('automatic.belowRisk')}>{belowRisk}</StatCard>
        <StatCard label={t('automatic.first')}>
          {t(firstPayouts ? 'automatic.firstYes' : 'automatic.firstNo')}
        </StatCard>
        <StatCard label={t('automatic.sample')}>{samplePercent}%</StatCard>
      </StatGrid>
      <Link to="/admin/economy" className={blocks.link}>
        {t('automatic.change')}
      </Link>
    </Section>
  )
}

/** How long payouts took lately. */
function TimesSection({ times }: { times: AutomaticPayout['times'] }) {
  const t = useT()
  return (
    <Section title={t('automatic.times')} text={t('automatic.timesText')}>
      <StatGrid label={t('automatic.times')} isStacked>
        <StatCard label={t('automatic.median')}>{describeDuration(t, times.automaticMedianSeconds)}</StatCard>
        <StatCard label={t('automatic.slow')}>{describeDuration(t, times.automaticSlowSeconds)}</StatCard>
        <StatCard label={t('automatic.staffSlow')}>{describeDuration(t, times.staffSlowSeconds)}</StatCard>
      </StatGrid>
    </Section>
  )
}

/** How long the money in the account lasts at the pace of the last day. */
function FloatSection({ float }: { float: AutomaticPayout['float'] }) {
  const t = useT()
  const { floatKes, queuedKes, pendingKes, paceKes, hoursLeft } = float
  return (
    <Section title={t('automatic.float')}>
      <StatGrid label={t('automatic.float')} isStacked>
        <StatCard label={t('automatic.left')}>
          {hoursLeft === null
            ? t('automatic.unknown')
            : t('automatic.hours', { hours: Math.floor(hoursLeft) })}
        </StatCard>
        <StatCard label={t('word.payoutAccount')}>
          {floatKes === null ? t('automatic.unknown') : formatKes(Math.floor(floatKes))}
        </StatCard>
        <StatCard label={t('queue.queued')}>{formatKes(queuedKes)}</StatCard>
        <StatCard label={t('automatic.pending')}>{formatKes(pendingKes)}</StatCard>
        <StatCard label={t('automatic.pace')}>{formatKes(paceKes)}</StatCard>
      </StatGrid>
    </Section>
  )
}

type SwitchSectionProps = { automatic: AutomaticPayout; mayManage: boolean }

/** The mode, and the switch: stopped, why, and the way to release it; or going, and the way to stop it. */
function SwitchSection({ automatic: { mode, switch: state }, mayManage }: SwitchSectionProps) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const ask = mayManage ? () => setAsking(true) : null
  return (
    <Section title={t(`automaticMode.${mode}`)}>
      {state.isTripped ? (
        <Stopped state={state} onRelease={ask} />
      ) : (
        <div className={classes.foot}>
          <Text c="dimmed">{t(`automatic.text.${mode}`)}</Text>
          {ask && (
            <Button variant="default" color="red" onClick={ask}>
              {t('automatic.stop')}
            </Button>
          )}
        </div>
      )}
      <SwitchDialog trippedAt={state.trippedAt} opened={isAsking} onClose={() => setAsking(false)} />
    </Section>
  )
}

function Stopped({ state, onRelease }: { state: AutomaticSwitch; onRelease: (() => void) | null }) {
  const t = useT()
  const { cause, reason, trippedBy, trippedAt } = state
  return (
    <div role="alert" className={classes.banner}>
      <IconHandStop aria-hidden size={28} className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.title}>{t('automatic.stopped')}</p>
        <p>{t('activity.reason', { reason: reason ?? '' })}</p>
        <p>
          {t('automatic.stoppedSince', {
            cause: t(`tripCause.${cause ?? 'staff'}`),
            name: actorName(t, trippedBy ?? 'system'),
            when: trippedAt ? formatDateTime(trippedAt) : '',
          })}
        </p>
      </div>
      {onRelease && <Button onClick={onRelease}>{t('automatic.release')}</Button>}
    </div>
  )
}

const WORDS = {
  stop: {
    title: 'automatic.stop',
    text: 'automatic.stopText',
    label: 'word.reason',
    missing: 'queue.stopMissing',
    action: 'automatic.stop',
  },
  release: {
    title: 'automatic.releaseTitle',
    text: 'automatic.releaseText',
    label: 'queue.resumeNote',
    missing: 'queue.resumeMissing',
    action: 'automatic.release',
  },
} as const

/** `trippedAt`: of the stop to release; null: stop. */
type SwitchDialogProps = { trippedAt: string | null; opened: boolean; onClose: () => void }

/** Stops automatic payouts at once, or asks a second person to release them; each with a reason that others read. */
function SwitchDialog({ trippedAt, opened, onClose }: SwitchDialogProps) {
  const t = useT()
  const words = WORDS[trippedAt === null ? 'stop' : 'release']
  const utils = trpc.useUtils()
  const form = useReason(trippedAt === null ? 'reason' : 'note', t(words.missing))
  const handlers = {
    form,
    onOver: onClose,
    onEnd: [utils.admin.getAutomaticPayout, utils.admin.listWaiting],
  }
  const stop = useAction(trpc.admin.stopAutomaticPayout, { done: t('automatic.stoppedDone'), ...handlers })
  const release = useAction(trpc.admin.releaseAutomaticPayout, handlers)
  return (
    <ReasonDialog
      {...{ form, opened, onClose }}
      title={t(words.title)}
      text={t(words.text)}
      label={t(words.label)}
      action={t(words.action)}
      isDanger={trippedAt === null}
      isPending={stop.isPending || release.isPending}
      onSend={(note) => (trippedAt === null ? stop.run({ reason: note }) : release.run({ trippedAt, note }))}
    />
  )
}

type Agreement = AutomaticPayout['agreement']

/** The rule beside what staff decided, and where they differ. */
function AgreementSection({ agreement }: { agreement: Agreement }) {
  const t = useT()
  return (
    <Section title={t('automatic.agreement')} text={t('automatic.agreementText')}>
      {agreement.decidedCount === 0 ? (
        <p className={blocks.quiet}>{t('automatic.none')}</p>
      ) : (
        <>
          <Figures agreement={agreement} />
          <Title order={3} size="h4">
            {t('automatic.disagreements')}
          </Title>
          {agreement.disagreements.length === 0 ? (
            <p className={blocks.good}>{t('automatic.noDisagreements')}</p>
          ) : (
            <ul className={blocks.list} aria-label={t('automatic.disagreements')}>
              {agreement.disagreements.map((each) => (
                <Disagreement key={each.withdrawalId} disagreement={each} />
              ))}
            </ul>
          )}
        </>
      )}
    </Section>
  )
}

function Figures({ agreement }: { agreement: Agreement }) {
  const t = useT()
  const { bothPayCount, wouldPayRejectedCount, personApprovedCount, personRejectedCount } = agreement
  const wouldPay = bothPayCount + wouldPayRejectedCount
  const { staffMedianSeconds } = agreement
  return (
    <StatGrid label={t('automatic.agreement')} isStacked>
      <StatCard label={t('automatic.rate')}>
        {wouldPay === 0 ? '–' : `${Math.floor((bothPayCount / wouldPay) * 100)}%`}
      </StatCard>
      <StatCard label={t('automatic.agreed')}>{bothPayCount}</StatCard>
      <StatCard label={t('automatic.rejected')}>{wouldPayRejectedCount}</StatCard>
      <StatCard label={t('automatic.careful')}>{personApprovedCount}</StatCard>
      <StatCard label={t('automatic.caught')}>{personRejectedCount}</StatCard>
      <StatCard label={t('automatic.took')}>{describeDuration(t, staffMedianSeconds)}</StatCard>
    </StatGrid>
  )
}

function Disagreement({ disagreement }: { disagreement: Agreement['disagreements'][number] }) {
  const t = useT()
  const { amountKes, outcome, reasons, staffActor, staffDecidedAt } = disagreement
  const words = outcome === 'person' ? 'automatic.leftApproved' : 'automatic.wouldPayRejected'
  return (
    <li className={list.row}>
      <p className={outcome === 'person' ? blocks.flush : blocks.bad}>
        {t(words, {
          kes: formatKes(amountKes),
          name: actorName(t, staffActor),
          when: formatDateTime(staffDecidedAt),
        })}
      </p>
      {reasons.length > 0 && (
        <p className={blocks.quiet}>{reasons.map((reason) => t(`personReason.${reason}`)).join(' · ')}</p>
      )}
    </li>
  )
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Rounded up, in the unit people would use: never faster than it was. */
function describeDuration(t: Translate, seconds: number | null): string {
  if (seconds === null) return t('automatic.unknown')
  if (seconds < 2 * MINUTE) return t('automatic.seconds', { seconds: Math.ceil(seconds) })
  if (seconds < 2 * HOUR) return t('automatic.minutes', { minutes: Math.ceil(seconds / MINUTE) })
  return t('automatic.hours', { hours: Math.ceil(seconds / HOUR) })
}
