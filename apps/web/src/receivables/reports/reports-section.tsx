import { DATE_FORMATS } from '@chuma/contract/payouts/bank-batches'
import {
  type ImportedReport,
  type PartnerReport,
  REPORT_OUTCOMES,
  type ReportMapping,
} from '@chuma/contract/receivables/reports'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { formatBusinessDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { FigureList } from '../../ui/figures/figure-list.tsx'
import { CsvUpload } from '../../ui/forms/csv-files.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { focusFirstError, inside } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import classes from '../../ui/states/list.module.css'
import { QueryList } from '../../ui/states/staff-lists.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { useRefreshReceivables } from '../data.ts'
import reportFieldsClasses from '../receivables.module.css'

/** A partner's reports, and a form to import one. */
export function ReportsSection({ partnerId }: { partnerId: string }) {
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
      <div className={reportFieldsClasses.fields}>
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
