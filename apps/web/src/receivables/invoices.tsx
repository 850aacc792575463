import { formatUsdCents } from '@chuma/contract/format-money'
import type { PartnerInvoice, PartnerInvoiceDetail } from '@chuma/contract/receivables/receivables'
import { Button, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconPrinter, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatBusinessDay, formatDay, formatMonth } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { ReasonDialog, useReason } from '../ui/dialogs/reason-dialog.tsx'
import sheet from '../ui/figures/figures.module.css'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { AdminFrame } from '../ui/frame/admin-frame.tsx'
import { Panel } from '../ui/page/page.tsx'
import { Section } from '../ui/page/section.tsx'
import classes from '../ui/states/list.module.css'
import { QueryList } from '../ui/states/staff-lists.tsx'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import { useRefreshReceivables } from './data.ts'
import paper from './receivables.module.css'

/** A partner's invoice or credit note, on screen and on paper. */
export function InvoicePage({ invoiceId }: { invoiceId: string }) {
  const t = useT()
  const query = trpc.admin.getPartnerInvoice.useQuery({ id: invoiceId })
  return (
    <AdminFrame title={query.data?.number ?? t('receivables.invoice')}>
      {() => (
        <QueryView query={query} skeleton={<Skeletons count={2} height={200} />}>
          {(invoice) => (
            <>
              <Tools invoice={invoice} />
              <Paper invoice={invoice} />
            </>
          )}
        </QueryView>
      )}
    </AdminFrame>
  )
}

function Tools({ invoice }: { invoice: PartnerInvoiceDetail }) {
  const t = useT()
  const [asked, setAsked] = useState<TakeBack | null>(null)
  const { id, partnerId, partnerName, kind, state, receivedCents, totalCents } = invoice
  const isOpen = kind === 'invoice' && state === 'issued'
  return (
    <div className={paper.tools}>
      <Link to="/admin/receivables/$partnerId" params={{ partnerId }} className={blocks.link}>
        {partnerName}
      </Link>
      <Button variant="default" leftSection={<IconPrinter size={18} />} onClick={() => window.print()}>
        {t('receivables.print')}
      </Button>
      {isOpen && receivedCents === 0 && (
        <Button variant="default" onClick={() => setAsked('void')}>
          {t('receivables.void')}
        </Button>
      )}
      {isOpen && (
        <Button variant="default" onClick={() => setAsked('writeOff')}>
          {t('receivables.writeOff')}
        </Button>
      )}
      {asked && (
        <TakeBackDialog
          key={asked}
          what={asked}
          id={id}
          text={
            asked === 'void'
              ? t('receivables.voidText')
              : t('receivables.writeOffText', { amount: formatUsdCents(totalCents - receivedCents) })
          }
          opened
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

function Paper({ invoice }: { invoice: PartnerInvoiceDetail }) {
  const t = useT()
  const { number, kind, partnerName, month, issuedAt, dueDay, state, totalCents, receivedCents, reason } =
    invoice
  return (
    <Panel aria-labelledby="document" className={paper.paper}>
      <Title order={2} id="document">
        {kind === 'credit-note' ? t('receivables.creditNote') : t('receivables.invoice')} {number}
      </Title>
      <dl className={paper.facts}>
        <dt className={blocks.quiet}>{t('receivables.billTo')}</dt>
        <dd className={blocks.flush}>{partnerName}</dd>
        <dt className={blocks.quiet}>{t('receivables.month')}</dt>
        <dd className={blocks.flush}>{formatMonth(month)}</dd>
        <dt className={blocks.quiet}>{t('receivables.issuedOn')}</dt>
        <dd className={blocks.flush}>{formatDay(issuedAt)}</dd>
        <dt className={blocks.quiet}>{t('receivables.dueOn')}</dt>
        <dd className={blocks.flush}>{formatBusinessDay(dueDay)}</dd>
      </dl>
      {kind === 'invoice' && <InvoiceBadge state={state} />}
      {reason && <p className={blocks.words}>{reason}</p>}
      <Lines invoice={invoice} />
      {receivedCents > 0 && (
        <p className={blocks.flush}>
          {t('receivables.paidPart', {
            received: formatUsdCents(receivedCents),
            total: formatUsdCents(totalCents),
          })}
        </p>
      )}
    </Panel>
  )
}

function Lines({ invoice: { lines, totalCents } }: { invoice: PartnerInvoiceDetail }) {
  const t = useT()
  const rows = lines.flatMap(({ lineNo, month, originMonth, accruedCents, reversedCents }) => [
    {
      key: `${lineNo} a`,
      text: t('receivables.lineAccrued', { month: formatMonth(month) }),
      cents: accruedCents,
    },
    {
      key: `${lineNo} r`,
      text: t('receivables.lineReversed', { month: formatMonth(month), origin: formatMonth(originMonth) }),
      cents: -reversedCents,
    },
  ])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
    <section className={blocks.scroll} tabIndex={0} aria-label={t('receivables.tableLabel')}>
      <table className={sheet.table}>
        <tbody>
          {rows.map(
            ({ key, text, cents }) =>
              cents !== 0 && (
                <tr key={key}>
                  <td>{text}</td>
                  <td data-amount>{formatUsdCents(cents)}</td>
                </tr>
              ),
          )}
        </tbody>
        <tfoot>
          <tr>
            <td>{t('receivables.total')}</td>
            <td data-amount>{formatUsdCents(totalCents)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

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
        <span className={sheet.amount}>{formatUsdCents(totalCents)}</span>
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
            {t('receivables.paidPart', {
              received: formatUsdCents(receivedCents),
              total: formatUsdCents(totalCents),
            })}
          </span>
        )}
      </div>
    </li>
  )
}

const BADGES = {
  issued: { tone: 'wait', Icon: IconClock },
  paid: { tone: 'good', Icon: IconCheck },
  voided: { tone: 'quiet', Icon: IconX },
  'written-off': { tone: 'bad', Icon: IconAlertTriangle },
} as const

function InvoiceBadge({ state }: Pick<PartnerInvoice, 'state'>) {
  const t = useT()
  return <StatusBadge {...BADGES[state]}>{t(`invoiceState.${state}`)}</StatusBadge>
}

type TakeBack = 'void' | 'writeOff' | 'cancel'
type TakeBackDialogProps = { what: TakeBack; id: string; text: string; opened: boolean; onClose: () => void }

/** Ask a second person to void or write off an invoice, or to cancel a payment. */
export function TakeBackDialog({ what, id, text, opened, onClose }: TakeBackDialogProps) {
  const t = useT()
  const form = useReason('reason', t('receivables.reasonMissing'))
  const handlers = { form, onAccepted: onClose, onEnd: useRefreshReceivables() }
  const actions = {
    void: useAction(trpc.admin.voidPartnerInvoice, handlers),
    writeOff: useAction(trpc.admin.writeOffPartnerInvoice, handlers),
    cancel: useAction(trpc.admin.cancelPartnerReceipt, handlers),
  }
  return (
    <ReasonDialog
      {...{ form, text, opened, onClose }}
      title={t(`receivables.${what}`)}
      label={t('receivables.reason')}
      action={t('receivables.send')}
      isPending={actions[what].isPending}
      onSend={(reason) => actions[what].run({ id, reason })}
    />
  )
}
