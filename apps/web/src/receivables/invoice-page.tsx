import type { PartnerInvoiceDetail } from '@chuma/contract/receivables/receivables'
import { Button, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import sheet from '../admin/figures.module.css'
import { AdminFrame } from '../admin/frame/admin-frame.tsx'
import { formatBusinessDay, formatDay, formatMonth } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { Panel } from '../ui/page/page.tsx'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import { InvoiceBadge, type TakeBack, TakeBackDialog } from './invoices-section.tsx'
import { usd } from './months-table.tsx'
import classes from './receivables.module.css'

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
    <div className={classes.tools}>
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
              : t('receivables.writeOffText', { amount: usd(totalCents - receivedCents) })
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
    <Panel aria-labelledby="document" className={classes.paper}>
      <Title order={2} id="document">
        {kind === 'credit-note' ? t('receivables.creditNote') : t('receivables.invoice')} {number}
      </Title>
      <dl className={classes.facts}>
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
          {t('receivables.paidPart', { received: usd(receivedCents), total: usd(totalCents) })}
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
                  <td data-amount>{usd(cents)}</td>
                </tr>
              ),
          )}
        </tbody>
        <tfoot>
          <tr>
            <td>{t('receivables.total')}</td>
            <td data-amount>{usd(totalCents)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
