import type { PartnerInvoice } from '@chuma/contract/receivables/receivables'
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ReasonDialog } from '../admin/actions.tsx'
import sheet from '../admin/figures.module.css'
import classes from '../admin/list.module.css'
import { formatBusinessDay, formatMonth } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { Section } from '../ui/page/section.tsx'
import { QueryList } from '../ui/states/query-list.tsx'
import { useRefreshReceivables } from './data.ts'
import { usd } from './months-table.tsx'

/** A partner's invoices and credit notes, newest first. */
export function InvoicesSection({ partnerId }: { partnerId: string }) {
  const t = useT()
  const query = trpc.admin.listPartnerInvoices.useQuery({ partnerId })
  return (
    <Section title={t('receivables.invoices')}>
      <QueryList
        query={query}
        rowHeight={80}
        skeletons={2}
        label={t('receivables.invoices')}
        empty={<p className={blocks.quiet}>{t('receivables.noInvoices')}</p>}
      >
        {(invoice) => <InvoiceRow key={invoice.id} invoice={invoice} />}
      </QueryList>
    </Section>
  )
}

function InvoiceRow({ invoice }: { invoice: PartnerInvoice }) {
  const t = useT()
  const { id: invoiceId, number, month, totalCents, receivedCents, dueDay, state, kind } = invoice
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Link to="/admin/invoices/$invoiceId" params={{ invoiceId }} className={blocks.link}>
          {number} · {formatMonth(month)}
        </Link>
        <span className={sheet.amount}>{usd(totalCents)}</span>
      </div>
      <div className={classes.head}>
        {kind === 'credit-note' ? (
          <span className={blocks.quiet}>{t('receivables.creditNote')}</span>
        ) : (
          <InvoiceBadge state={state} />
        )}
        {kind === 'invoice' && (
          <span className={blocks.quiet}>
            {t('receivables.due', { day: formatBusinessDay(dueDay) })} ·{' '}
            {t('receivables.paidPart', { received: usd(receivedCents), total: usd(totalCents) })}
          </span>
        )}
      </div>
    </li>
  )
}

const BADGES = {
  issued: { tone: 'wait', icon: <IconClock size={16} /> },
  paid: { tone: 'good', icon: <IconCheck size={16} /> },
  voided: { tone: 'quiet', icon: <IconX size={16} /> },
  'written-off': { tone: 'bad', icon: <IconAlertTriangle size={16} /> },
} as const

export function InvoiceBadge({ state }: Pick<PartnerInvoice, 'state'>) {
  const t = useT()
  return <StatusBadge {...BADGES[state]}>{t(`invoiceState.${state}`)}</StatusBadge>
}

export type TakeBack = 'void' | 'writeOff' | 'cancel'
type TakeBackDialogProps = { what: TakeBack; id: string; text: string; opened: boolean; onClose: () => void }

/** Ask a second person to void or write off an invoice, or to cancel a payment. */
export function TakeBackDialog({ what, id, text, opened, onClose }: TakeBackDialogProps) {
  const t = useT()
  const handlers = { onAccepted: onClose, onEnd: useRefreshReceivables() }
  const actions = {
    void: useAction(trpc.admin.voidPartnerInvoice, handlers),
    writeOff: useAction(trpc.admin.writeOffPartnerInvoice, handlers),
    cancel: useAction(trpc.admin.cancelPartnerReceipt, handlers),
  }
  return (
    <ReasonDialog
      {...{ text, opened, onClose }}
      title={t(`receivables.${what}`)}
      label={t('receivables.reason')}
      missing={t('receivables.reasonMissing')}
      action={t('receivables.send')}
      isPending={actions[what].isPending}
      onSend={(reason) => actions[what].run({ id, reason })}
    />
  )
}
