import { formatUsd } from '@chuma/contract/format-money'
import type { PartnerDebt, PartnerMonth } from '@chuma/contract/receivables/receivables'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useShowFailure } from '../admin/actions.tsx'
import sheet from '../admin/figures.module.css'
import classes from '../admin/list.module.css'
import { formatMonth } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useRefreshReceivables } from './data.ts'

/** Partners by month; a month that is over can be invoiced. */
export function MonthsTable({ months, isOne = false }: { months: readonly PartnerMonth[]; isOne?: boolean }) {
  const t = useT()
  if (months.length === 0) return <p className={blocks.quiet}>{t('receivables.noMonths')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
    <section className={blocks.scroll} tabIndex={0} aria-label={t('receivables.tableLabel')}>
      <table className={sheet.table}>
        <thead>
          <tr>
            <th scope="col">{t('receivables.month')}</th>
            {!isOne && <th scope="col">{t('receivables.partner')}</th>}
            <th scope="col" data-amount>
              {t('receivables.accrued')}
            </th>
            <th scope="col" data-amount>
              {t('receivables.reversed')}
            </th>
            <th scope="col" data-amount>
              {t('receivables.invoiced')}
            </th>
            <th scope="col" data-amount>
              {t('receivables.received')}
            </th>
            <th scope="col">{t('receivables.invoice')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map((row) => (
            <tr key={`${row.partnerId} ${row.month}`}>
              <th scope="row">{formatMonth(row.month)}</th>
              {!isOne && <td>{row.partnerName}</td>}
              <td data-amount>{usd(row.accruedCents)}</td>
              <td data-amount>{usd(row.reversedCents)}</td>
              <td data-amount>{row.invoiceId ? usd(row.invoicedCents) : ''}</td>
              <td data-amount>{row.invoiceId ? usd(row.receivedCents) : ''}</td>
              <td>
                <InvoiceCell row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function InvoiceCell({ row }: { row: PartnerMonth }) {
  const t = useT()
  const refresh = useRefreshReceivables()
  const showFailure = useShowFailure()
  const issue = trpc.admin.issuePartnerInvoice.useMutation({
    onSuccess: ({ number }) => {
      showToast({ kind: 'success', title: t('receivables.issued', { number }), message: '' })
      return refresh()
    },
    onError: showFailure,
  })
  const { invoiceId, invoiceNumber, partnerId, partnerName, month } = row
  if (invoiceId)
    return (
      <Link to="/admin/invoices/$invoiceId" params={{ invoiceId }} className={blocks.link}>
        {invoiceNumber}
      </Link>
    )
  if (!row.canInvoice) return null
  return (
    <Button
      variant="default"
      loading={issue.isPending}
      aria-label={t('receivables.issueFor', { month: formatMonth(month), partner: partnerName })}
      onClick={() => issue.mutate({ partnerId, month })}
    >
      {t('receivables.issue')}
    </Button>
  )
}

/** What one partner owes, by age. Figures of nothing are left out. */
export function PartnerDebtRow({ debt, isLinked = false }: { debt: PartnerDebt; isLinked?: boolean }) {
  const t = useT()
  const { partnerId, partnerName, ageing } = debt
  const figures = [
    { name: t('receivables.accrued'), cents: debt.accruedCents },
    { name: t('receivables.reversed'), cents: debt.reversedCents },
    { name: t('receivables.invoiced'), cents: debt.invoicedCents },
    { name: t('receivables.received'), cents: debt.receivedCents },
    { name: t('receivables.writtenOff'), cents: debt.writtenOffCents },
    { name: t('receivables.credit'), cents: debt.creditCents },
    { name: t('receivables.current'), cents: ageing.currentCents },
    { name: t('receivables.to30'), cents: ageing.to30Cents, isOver: true },
    { name: t('receivables.to60'), cents: ageing.to60Cents, isOver: true },
    { name: t('receivables.to90'), cents: ageing.to90Cents, isOver: true },
    { name: t('receivables.over90'), cents: ageing.over90Cents, isOver: true },
  ]
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        {isLinked ? (
          <Link to="/admin/receivables/$partnerId" params={{ partnerId }} className={blocks.link}>
            {partnerName}
          </Link>
        ) : (
          <strong>{t('receivables.outstanding')}</strong>
        )}
        <span className={sheet.amount}>{usd(debt.outstandingCents)}</span>
      </div>
      <dl className={sheet.figures}>
        {figures.map(
          ({ name, cents, isOver }) =>
            cents !== 0 && (
              <div key={name} data-over={isOver || undefined}>
                <dt>{name}</dt>
                <dd>{usd(cents)}</dd>
              </div>
            ),
        )}
      </dl>
    </li>
  )
}

export const usd = (cents: number) => formatUsd(cents / 100)

/** Cents of a typed amount; NaN if it is none. */
export const toCents = (amount: number | string) =>
  amount === '' ? Number.NaN : Math.round(Number(amount) * 100)
