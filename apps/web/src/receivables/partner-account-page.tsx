import { formatKesCents, formatUsdCents } from '@chuma/contract/format-money'
import { DATE_FORMATS } from '@chuma/contract/payouts/bank-batches'
import type { PartnerDebt, PartnerReceipt } from '@chuma/contract/receivables/receivables'
import {
  type ImportedReport,
  type PartnerReport,
  REPORT_OUTCOMES,
  type ReportMapping,
} from '@chuma/contract/receivables/reports'
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { formatBusinessDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { useAsked } from '../ui/dialogs/dialog.tsx'
import { FigureList } from '../ui/figures/figure-list.tsx'
import figures from '../ui/figures/figures.module.css'
import { CsvUpload } from '../ui/forms/csv-files.tsx'
import { NumberInput } from '../ui/forms/number-input.tsx'
import { focusFirstError, inside } from '../ui/forms/show-field-errors.ts'
import { AdminFrame } from '../ui/frame/admin-frame.tsx'
import { BackLink } from '../ui/page/back-link.tsx'
import { Section } from '../ui/page/section.tsx'
import classes from '../ui/states/list.module.css'
import { QueryList } from '../ui/states/staff-lists.tsx'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import { toCents, useRefreshReceivables } from './data.ts'
import { InvoicesSection, TakeBackDialog } from './invoices.tsx'
import sheet from './receivables.module.css'
import { DifferencesSection, MonthsTable, PartnerDebtRow } from './receivables-page.tsx'

/** One partner's account: what it owes, its invoices, payments and reports. */
export function PartnerAccountPage({ partnerId }: { partnerId: string }) {
  const t = useT()
  const query = trpc.admin.listReceivables.useQuery({ partnerId })
  const debt = query.data?.partners[0]
  return (
    <AdminFrame title={debt?.partnerName ?? t('receivables.title')}>
      {() => (
        <>
          <BackLink to="/admin/receivables">{t('receivables.back')}</BackLink>
          <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
            {({ partners, months }) => (
              <>
                {partners.map((one) => (
                  <Summary key={one.partnerId} debt={one} />
                ))}
                <Section title={t('receivables.months')} text={t('receivables.monthsText')}>
                  <MonthsTable months={months} isOne />
                </Section>
              </>
            )}
          </QueryView>
          <InvoicesSection partnerId={partnerId} />
          <ReceiptsSection partnerId={partnerId} />
          <ReportsSection partnerId={partnerId} />
          <DifferencesSection partnerId={partnerId} />
        </>
      )}
    </AdminFrame>
  )
}

function Summary({ debt }: { debt: PartnerDebt }) {
  const t = useT()
  const { exposureCents, ceilingCents } = debt
  const open = formatUsdCents(exposureCents)
  return (
    <>
      <Section title={t('receivables.exposure')} text={t('receivables.exposureText')}>
        <p className={blocks.flush}>
          {ceilingCents === null
            ? t('receivables.noCeiling', { open })
            : t('receivables.exposureOf', { open, ceiling: formatUsdCents(ceilingCents) })}
        </p>
        {ceilingCents !== null && (
          <meter
            className={sheet.meter}
            aria-label={t('receivables.exposure')}
            min={0}
            max={ceilingCents}
            high={ceilingCents * 0.8}
            optimum={0}
            value={Math.max(0, exposureCents)}
          />
        )}
        {ceilingCents !== null && exposureCents >= ceilingCents * 0.8 && (
          <p className={blocks.bad}>{t('receivables.near')}</p>
        )}
        <ul className={blocks.list}>
          <PartnerDebtRow debt={debt} />
        </ul>
      </Section>
      <Terms debt={debt} />
    </>
  )
}

function Terms({ debt: { partnerId, paymentDays } }: { debt: PartnerDebt }) {
  const t = useT()
  const form = useForm<{ paymentDays: number | string }>({ initialValues: { paymentDays } })
  const save = useAction(trpc.admin.setPaymentDays, {
    done: t('receivables.daysSaved'),
    form,
    refresh: useRefreshReceivables(),
  })
  return (
    <Section title={t('receivables.terms')}>
      <form
        onSubmit={form.onSubmit((values) => save.run({ partnerId, paymentDays: Number(values.paymentDays) }))}
      >
        <NumberInput
          label={t('receivables.paymentDays')}
          allowDecimal={false}
          {...form.getInputProps('paymentDays')}
        />
        <Button mt="sm" type="submit" variant="default" loading={save.isPending}>
          {t('receivables.saveDays')}
        </Button>
      </form>
    </Section>
  )
}

/** A partner's payments, newest first, and a form to book one. */
function ReceiptsSection({ partnerId }: { partnerId: string }) {
  const t = useT()
  const query = trpc.admin.listPartnerReceipts.useQuery({ partnerId })
  const { ask, subject, isOpen, close } = useAsked<PartnerReceipt>()
  // A new key empties the form once a payment is booked.
  const [bookedCount, setBookedCount] = useState(0)
  return (
    <Section title={t('receivables.receipts')}>
      <QueryList
        query={query}
        rowHeight={80}
        skeletons={2}
        label={t('receivables.receipts')}
        empty={<p className={blocks.quiet}>{t('receivables.noReceipts')}</p>}
      >
        {(receipt) => <ReceiptRow key={receipt.id} receipt={receipt} onCancel={() => ask(receipt)} />}
      </QueryList>
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
        <span className={figures.amount}>{formatUsdCents(amountCents)}</span>
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

type Values = {
  reference: string
  day: string
  amountCents: number | string
  kesCents: number | string
  chargeKesCents: number | string
}

/** Books a partner's payment. Amounts are typed with their cents. */
function BookReceiptForm({ partnerId, onBooked }: { partnerId: string; onBooked: () => void }) {
  const t = useT()
  const form = useForm<Values>({
    initialValues: { reference: '', day: '', amountCents: '', kesCents: '', chargeKesCents: 0 },
  })
  const book = useAction(trpc.admin.bookPartnerReceipt, {
    onAccepted: onBooked,
    done: t('receivables.booked'),
    refresh: useRefreshReceivables(),
    form,
  })
  const amount = (name: 'amountCents' | 'kesCents' | 'chargeKesCents', label: string) => (
    <NumberInput
      label={label}
      currency={name === 'amountCents' ? 'USD' : 'KES'}
      decimalScale={2}
      {...form.getInputProps(name)}
    />
  )
  const send = ({ reference, day, ...amounts }: Values) =>
    book.run({
      partnerId,
      reference,
      day,
      amountCents: toCents(amounts.amountCents),
      kesCents: toCents(amounts.kesCents),
      chargeKesCents: toCents(amounts.chargeKesCents || 0),
    })
  return (
    <form noValidate onSubmit={form.onSubmit(send, focusFirstError(form))}>
      <fieldset className={classes.group}>
        <legend>{t('receivables.book')}</legend>
        <Text c="dimmed" mb="sm">
          {t('receivables.bookText')}
        </Text>
        <div className={sheet.fields}>
          <TextInput label={t('receivables.reference')} maxLength={60} {...form.getInputProps('reference')} />
          <TextInput label={t('receivables.day')} type="date" {...form.getInputProps('day')} />
          {amount('amountCents', t('receivables.amount'))}
          {amount('kesCents', t('receivables.kes'))}
          {amount('chargeKesCents', t('receivables.charge'))}
        </div>
        <Button mt="sm" type="submit" loading={book.isPending}>
          {t('receivables.book')}
        </Button>
      </fieldset>
    </form>
  )
}

/** A partner's reports, and a form to import one. */
function ReportsSection({ partnerId }: { partnerId: string }) {
  const t = useT()
  const mapping = trpc.admin.getReportMapping.useQuery({ partnerId })
  const reports = trpc.admin.listPartnerReports.useQuery({ partnerId })
  return (
    <Section title={t('report.import')} text={t('report.importText')}>
      <QueryView query={mapping} skeleton={<Skeletons count={1} height={240} />}>
        {(saved) => (
          <Import partnerId={partnerId} initial={saved ? toReportValues(saved.mapping) : NEW_REPORT} />
        )}
      </QueryView>
      <QueryList
        query={reports}
        rowHeight={80}
        label={t('report.reports')}
        empty={<p className={blocks.quiet}>{t('report.noReports')}</p>}
      >
        {(report) => <ReportRow key={report.id} report={report} />}
      </QueryList>
    </Section>
  )
}

function Import({ partnerId, initial }: { partnerId: string; initial: ReportValues }) {
  const t = useT()
  const refresh = useRefreshReceivables()
  const form = useForm<ReportValues>({
    initialValues: initial,
    validate: Object.fromEntries(
      NEEDED.map((name) => [name, (text: string) => (text.trim() ? null : t('report.missing'))]),
    ),
  })
  const isComplete = () => {
    const { hasErrors, errors } = form.validate()
    if (hasErrors) focusFirstError(form)(errors)
    return !hasErrors
  }
  return (
    <>
      <ReportFields form={form} />
      <CsvUpload
        labels={{
          file: t('statementDesk.file'),
          placeholder: t('statementDesk.placeholder'),
          missing: t('statementDesk.missing'),
          check: t('statementDesk.check'),
          import: t('statementDesk.importAction'),
        }}
        mutation={trpc.admin.importPartnerReport}
        toInput={(file) =>
          isComplete() ? { partnerId, ...file, mapping: toReportMapping(form.getValues()) } : undefined
        }
        onDone={({ isImported }) => {
          if (isImported) void refresh()
        }}
        form={form}
        place={inside('mapping')}
        settings={form.getValues()}
        isReady={({ isImported }) => !isImported}
      >
        {(result) => <Result result={result} />}
      </CsvUpload>
    </>
  )
}

function Result({ result }: { result: ImportedReport }) {
  const t = useT()
  const { isImported, rowCount, knownCount, counts, errors } = result
  return (
    <>
      <p className={blocks.good}>{t(isImported ? 'report.imported' : 'report.checked')}</p>
      <p className={blocks.flush}>{t('report.counts', { rows: rowCount, known: knownCount })}</p>
      <FigureList
        figures={REPORT_OUTCOMES.map(
          (outcome) => counts[outcome] > 0 && [t(`reportOutcome.${outcome}`), counts[outcome]],
        )}
      />
      {errors.length > 0 && (
        <ul>
          {errors.map(({ row, column, problem }) => (
            <li key={row}>{t('statementDesk.wrongRow', { row, column, problem })}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function ReportRow({ report }: { report: PartnerReport }) {
  const t = useT()
  const { firstDay, lastDay, rowCount, importedBy, openCount } = report
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>
          {firstDay && lastDay
            ? `${formatBusinessDay(firstDay)} – ${formatBusinessDay(lastDay)}`
            : t('reportOutcome.unreadable')}
        </strong>
        <span className={openCount > 0 ? blocks.bad : blocks.quiet}>
          {openCount > 0 ? t('report.open', { count: openCount }) : t('report.settled')}
        </span>
      </div>
      <p className={blocks.quiet}>{t('report.reportText', { rows: rowCount, by: importedBy })}</p>
    </li>
  )
}

const DELIMITERS = ['comma', 'semicolon', 'tab'] as const

/** How the columns of a partner's report are called, and what its statuses mean. */
function ReportFields({ form }: { form: UseFormReturnType<ReportValues> }) {
  const t = useT()
  const column = (name: keyof ReportValues, label: string) => (
    <TextInput label={label} maxLength={80} {...form.getInputProps(name)} />
  )
  const words = (name: 'approved' | 'pending' | 'reversed') => (
    <TextInput
      label={t(`report.${name}`)}
      description={t('report.words')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={200}
      {...form.getInputProps(name)}
    />
  )
  return (
    <fieldset className={classes.group}>
      <legend>{t('report.mapping')}</legend>
      <Text c="dimmed" mb="sm">
        {t('report.mappingText')}
      </Text>
      <div className={sheet.fields}>
        <NativeSelect
          label={t('statementDesk.delimiter')}
          data={DELIMITERS.map((value) => ({ value, label: t(`statementDesk.${value}`) }))}
          {...form.getInputProps('delimiter')}
        />
        <NumberInput
          label={t('statementDesk.headerRow')}
          allowDecimal={false}
          {...form.getInputProps('headerRow')}
        />
        {column('transactionId', t('report.transactionId'))}
        {column('reference', t('report.referenceColumn'))}
        {column('amount', t('report.amountColumn'))}
        <NativeSelect
          label={t('report.amountUnit')}
          data={(['dollars', 'cents'] as const).map((value) => ({ value, label: t(`report.${value}`) }))}
          {...form.getInputProps('amountUnit')}
        />
        {column('currency', t('report.currency'))}
        {column('status', t('report.status'))}
        {words('approved')}
        {words('pending')}
        {words('reversed')}
        {column('time', t('report.time'))}
        <NativeSelect
          label={t('report.dateFormat')}
          data={[...DATE_FORMATS]}
          {...form.getInputProps('dateFormat')}
        />
      </div>
    </fieldset>
  )
}

/** The fields of the form: an empty one is left out of the mapping. */
type ReportValues = Required<{ [Name in keyof ReportMapping]: NonNullable<ReportMapping[Name]> }>

const NEW_REPORT: ReportValues = {
  delimiter: 'comma',
  headerRow: 1,
  transactionId: '',
  reference: '',
  amount: '',
  amountUnit: 'dollars',
  currency: '',
  status: '',
  approved: 'approved',
  pending: 'pending',
  reversed: 'reversed',
  time: '',
  dateFormat: 'YYYY-MM-DD',
}

const NEEDED = ['transactionId', 'amount', 'status', 'approved', 'reversed', 'time'] as const

function toReportValues(mapping: ReportMapping): ReportValues {
  const { reference = '', currency = '', pending = '' } = mapping
  return { ...mapping, reference, currency, pending }
}

function toReportMapping({ reference, currency, pending, headerRow, ...rest }: ReportValues): ReportMapping {
  return {
    ...rest,
    headerRow: Number(headerRow),
    ...(reference && { reference }),
    ...(currency && { currency }),
    ...(pending && { pending }),
  }
}
