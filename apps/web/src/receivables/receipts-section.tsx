import { formatKesCents } from '@chuma/contract/format-money'
import type { PartnerReceipt } from '@chuma/contract/receivables/invoices'
import { Button } from '@mantine/core'
import { useState } from 'react'
import sheet from '../admin/figures.module.css'
import classes from '../admin/list.module.css'
import { formatBusinessDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { useAsked } from '../ui/dialogs/use-asked.ts'
import { Section } from '../ui/page/section.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { BookReceiptForm } from './book-receipt-form.tsx'
import { TakeBackDialog } from './take-back-dialog.tsx'
import { usd } from './usd.ts'

/** A partner's payments, newest first, and a form to book one. */
export function ReceiptsSection({ partnerId }: { partnerId: string }) {
  const t = useT()
  const query = trpc.admin.listPartnerReceipts.useQuery({ partnerId })
  const { ask, subject, isOpen, close } = useAsked<PartnerReceipt>()
  // A new key empties the form once a payment is booked.
  const [bookedCount, setBookedCount] = useState(0)
  return (
    <Section title={t('receivables.receipts')}>
      <QueryView query={query} skeleton={<Skeletons count={2} height={80} />}>
        {(receipts) =>
          receipts.length === 0 ? (
            <p className={blocks.quiet}>{t('receivables.noReceipts')}</p>
          ) : (
            <ul className={blocks.list} aria-label={t('receivables.receipts')}>
              {receipts.map((receipt) => (
                <ReceiptRow key={receipt.id} receipt={receipt} onCancel={() => ask(receipt)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <BookReceiptForm
        key={bookedCount}
        partnerId={partnerId}
        onBooked={() => setBookedCount(bookedCount + 1)}
      />
      {subject && (
        <TakeBackDialog
          key={subject.id}
          what="cancel"
          id={subject.id}
          text={t('receivables.cancelText')}
          opened={isOpen}
          onClose={close}
        />
      )}
    </Section>
  )
}

function ReceiptRow({ receipt, onCancel }: { receipt: PartnerReceipt; onCancel: () => void }) {
  const t = useT()
  const { reference, amountCents, kesCents, chargeKesCents, day, rate, state, invoices } = receipt
  const facts = [
    t('receivables.receiptText', {
      kes: formatKesCents(kesCents),
      day: formatBusinessDay(day),
      rate: rate.toFixed(2),
    }),
    chargeKesCents > 0 && t('receivables.receiptCharge', { kes: formatKesCents(chargeKesCents) }),
    state === 'cancelled'
      ? t('receiptState.cancelled')
      : invoices.length > 0
        ? t('receivables.pays', { invoices: invoices.join(', ') })
        : t('receivables.paysNothing'),
  ].filter((fact) => fact)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>{reference}</strong>
        <span className={sheet.amount}>{usd(amountCents)}</span>
      </div>
      <p className={blocks.quiet}>{facts.join(' · ')}</p>
      {state === 'booked' && (
        <div>
          <Button
            variant="default"
            aria-label={`${t('receivables.cancel')}: ${reference}`}
            onClick={onCancel}
          >
            {t('receivables.cancel')}
          </Button>
        </div>
      )}
    </li>
  )
}
