import type { TaxPeriod } from '@chuma/contract/books/tax'
import { formatKes } from '@chuma/contract/format-money'
import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import sheet from '../../admin/figures.module.css'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { formatBusinessDay, formatMonth } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/save-file.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Section } from '../../ui/page/section.tsx'
import rows from '../reconciliation.module.css'
import { RemitDialog } from './remit-dialog.tsx'

export function PeriodsSection({ periods }: { periods: readonly TaxPeriod[] }) {
  const t = useT()
  return (
    <Section title={t('staffTax.months')} text={t('staffTax.monthsText')}>
      {periods.length === 0 && <p className={blocks.flush}>{t('staffTax.noMonths')}</p>}
      <ul className={blocks.list} aria-label={t('staffTax.months')}>
        {periods.map((period) => (
          <PeriodRow key={period.month} period={period} />
        ))}
      </ul>
    </Section>
  )
}

function PeriodRow({ period }: { period: TaxPeriod }) {
  const t = useT()
  const { month, state, payments, baseKes, taxKes, carriedKes, dueKes, dueOn, isOverdue } = period
  return (
    <li className={rows.row}>
      <div className={rows.head}>
        <strong>{formatMonth(month)}</strong>
        <Badge color={isOverdue ? 'red' : state === 'remitted' ? 'green' : 'gray'} variant="light">
          {t(isOverdue ? 'staffTax.overdue' : `taxMonth.${state}`)}
        </Badge>
      </div>
      <dl className={sheet.figures}>
        <div>
          <dt>{t('staffTax.withheld')}</dt>
          <dd>{formatKes(taxKes)}</dd>
        </div>
        {carriedKes < 0 && (
          <div>
            <dt>{t('staffTax.carried')}</dt>
            <dd>{formatKes(carriedKes)}</dd>
          </div>
        )}
        <div>
          <dt>{t('staffTax.due', { day: formatBusinessDay(dueOn) })}</dt>
          <dd>{formatKes(dueKes)}</dd>
        </div>
      </dl>
      <p className={blocks.quiet}>{t('staffTax.payments', { payments, base: formatKes(baseKes) })}</p>
      {period.reference && (
        <p className={blocks.quiet}>
          {t('staffTax.paidLine', {
            reference: period.reference,
            day: formatBusinessDay(period.paidOn ?? dueOn),
          })}
        </p>
      )}
      {period.contentHash && (
        <p className={`${blocks.quiet} ${blocks.words}`}>{`SHA-256 ${period.contentHash}`}</p>
      )}
      <PeriodActions period={period} />
    </li>
  )
}

function PeriodActions({ period }: { period: TaxPeriod }) {
  const t = useT()
  const { month, state, dueKes } = period
  const [isPaying, setPaying] = useState(false)
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const file = trpc.admin.fileTaxMonth.useMutation({
    onSuccess: () =>
      showToast({ kind: 'success', title: t('staffTax.filed'), message: t('staffTax.filedText') }),
    onError: (error) => {
      const message = isApiError(error) ? error.data?.fieldErrors?.month?.[0] : undefined
      if (message) showToast({ kind: 'error', title: t('staff.failedTitle'), message })
      else showFailure(error)
    },
    onSettled: () => utils.admin.getTaxReport.invalidate(),
  })
  const read = trpc.admin.readTaxFile.useMutation({
    onSuccess: ({ name, csv, withoutPin }) => {
      saveFile(name, new Blob([csv], { type: 'text/csv' }))
      saveFile(`without-pin-${name}`, new Blob([withoutPin], { type: 'text/csv' }))
    },
    onError: showFailure,
  })
  return (
    <div className={blocks.actions}>
      {state === 'open' && (
        <Button loading={file.isPending} onClick={() => file.mutate({ month })}>
          {t('staffTax.file')}
        </Button>
      )}
      {(state === 'filed' || state === 'remitted') && (
        <Button variant="default" loading={read.isPending} onClick={() => read.mutate({ month })}>
          {t('staffTax.download')}
        </Button>
      )}
      {state === 'filed' && dueKes > 0 && (
        <Button onClick={() => setPaying(true)}>{t('staffTax.recordPayment')}</Button>
      )}
      <RemitDialog period={period} opened={isPaying} onClose={() => setPaying(false)} />
    </div>
  )
}
