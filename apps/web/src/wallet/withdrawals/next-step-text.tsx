import { findNextStep, type NextStep } from '@chuma/contract/payouts/next-step'
import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { Link } from '@tanstack/react-router'
import { formatDateTime, formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useNow } from '../../ui/figures/use-now.ts'
import classes from './withdrawal-status.module.css'

type Coming = Exclude<NextStep, { kind: 'nothing' }>

/** What happens next and when it is due; once overdue, says so and what to do. */
export function NextStepText({ withdrawal }: { withdrawal: Withdrawal }) {
  const terms = trpc.wallet.getTerms.useQuery().data
  const step = findNextStep(withdrawal, useNow(), terms?.extraHolidays)
  if (step.kind === 'nothing') return null
  return step.isOverdue ? <LateText step={step} /> : <PromiseText step={step} />
}

function PromiseText({ step }: { step: Coming }) {
  const t = useT()
  switch (step.kind) {
    case 'decision':
      return (
        <p className={classes.text}>
          {t(step.isByItself ? 'nextStep.byItself' : 'nextStep.decision', { day: formatDay(step.by) })}
        </p>
      )
    case 'wait':
      if (step.reason === 'held') {
        return (
          <p className={classes.text}>
            {step.until ? t('nextStep.heldUntil', { when: formatDateTime(step.until) }) : t('nextStep.held')}
          </p>
        )
      }
      if (step.until) {
        return <p className={classes.text}>{t('nextStep.until', { when: formatDateTime(step.until) })}</p>
      }
      return <p className={classes.text}>{t('nextStep.payment', { when: formatDateTime(step.by) })}</p>
    case 'payment':
      return <p className={classes.text}>{t('nextStep.payment', { when: formatDateTime(step.by) })}</p>
  }
}

function LateText({ step }: { step: Coming }) {
  const t = useT()
  return (
    <p className={classes.late}>
      {step.kind === 'decision'
        ? t('nextStep.decisionLate', { day: formatDay(step.by) })
        : t('nextStep.paymentLate', { when: formatDateTime(step.by) })}{' '}
      <Link to="/contact" className={classes.link}>
        {t('nextStep.write')}
      </Link>{' '}
      {t('nextStep.writeText')}
    </p>
  )
}
