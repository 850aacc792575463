import {
  type BankMapping,
  DATE_ORDERS,
  type DateOrder,
  type ImportedStatement,
  type ImportStatementInput,
  type PortalColumn,
  type StatementMapping,
} from '@chuma/contract/books/statements'
import { formatKesCents } from '@chuma/contract/format-money'
import { DATE_FORMATS } from '@chuma/contract/payouts/bank-batches'
import { Alert, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { formatBusinessDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { fieldErrorsOf, trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import sheet from '../../ui/figures/figures.module.css'
import { CsvUpload } from '../../ui/forms/csv-files.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import type { PlaceRefusal } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import classes from '../../ui/states/list.module.css'
import reconciliation from '../books.module.css'
import { useRefreshStatements } from './desk-section.tsx'

const MPESA = 'mpesa'
const NEW = 'new'

/** Uploads a statement of M-Pesa, or of a bank whose columns staff have named. */
export function ImportSection() {
  const t = useT()
  const mappings = trpc.admin.listStatementMappings.useQuery()
  const [account, setAccount] = useState(MPESA)
  const form = useForm<MappingValues>({ initialValues: NEW_MAPPING })
  const choose = (next: string) => {
    setAccount(next)
    const saved = mappings.data?.find((mapping) => mapping.account === next)
    form.setValues(saved ? toValues(saved) : NEW_MAPPING)
    form.clearErrors()
  }
  return (
    <Section title={t('statementDesk.import')} text={t('statementDesk.importText')}>
      <NativeSelect
        label={t('statementDesk.account')}
        value={account}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={listAccounts(mappings.data ?? [], {
          mpesa: t('statementDesk.mpesa'),
          another: t('statementDesk.newBank'),
        })}
      />
      {account !== MPESA && <MappingFields form={form} isNew={account === NEW} />}
      <Upload key={account} form={account === MPESA ? null : form} />
    </Section>
  )
}

function listAccounts(saved: readonly StatementMapping[], words: { mpesa: string; another: string }) {
  return [
    { value: MPESA, label: words.mpesa },
    ...saved.map(({ account, name }) => ({ value: account, label: name })),
    { value: NEW, label: words.another },
  ]
}

type Asked = { columns?: string; dateOrder?: string }

/** `form`: how a bank's file is read; null for M-Pesa's, about which the server asks what it cannot know. */
function Upload({ form }: { form: UseFormReturnType<MappingValues> | null }) {
  const t = useT()
  const refresh = useRefreshStatements()
  const portal = useForm<PortalValues>({ initialValues: { dateOrder: '' } })
  const [asked, setAsked] = useState<Asked>({})
  return (
    <>
      <PortalFields form={portal} asked={asked} />
      <CsvUpload
        labels={{
          file: t('statementDesk.file'),
          placeholder: t('statementDesk.placeholder'),
          missing: t('statementDesk.missing'),
          check: t('statementDesk.check'),
          import: t('statementDesk.importAction'),
        }}
        mutation={trpc.admin.importStatement}
        toInput={(file) => {
          form?.clearErrors()
          return { ...file, ...(form ? { bank: toBank(form.getValues()) } : toPortal(portal.getValues())) }
        }}
        onDone={({ isImported }) => {
          if (isImported) void refresh()
        }}
        // Rows are never removed, so a mapping that was changed since has to be checked again.
        settings={form?.getValues() ?? portal.getValues()}
        isReady={({ isImported }) => !isImported}
        {...(form && { form, place: placeRefusal })}
        onFailed={(error) => {
          const more = readAsked(error)
          const isAsked = more.columns !== undefined || more.dateOrder !== undefined
          if (isAsked) setAsked({ ...asked, ...more })
          return isAsked
        }}
      >
        {(result) => <ImportResult result={result} />}
      </CsvUpload>
    </>
  )
}

function readAsked(error: unknown): Asked {
  const { columns, dateOrder } = fieldErrorsOf(error)
  return { ...(columns && { columns }), ...(dateOrder && { dateOrder }) }
}

/** What a statement has, or had, and how its first rows are read. */
function ImportResult({ result }: { result: ImportedStatement }) {
  const t = useT()
  const { isImported, rowCount, knownCount, bookedCount, deskCount, clearedCount, outCents, inCents } = result
  const counts = { rows: rowCount, booked: bookedCount, desk: deskCount, known: knownCount }
  return (
    <>
      <p className={blocks.good}>{t(isImported ? 'statementDesk.imported' : 'statementDesk.checked')}</p>
      <p className={blocks.flush}>{t('statementDesk.counts', counts)}</p>
      <p className={blocks.flush}>
        {t('statementDesk.sums', { out: formatKesCents(outCents), into: formatKesCents(inCents) })}
      </p>
      <LeftOut counts={result.leftOut} />
      {clearedCount > 0 && (
        <p className={blocks.flush}>{t('statementDesk.cleared', { count: clearedCount })}</p>
      )}
      <WrongRows result={result} />
      {!isImported && <Preview rows={result.preview} />}
    </>
  )
}

/** Lines of the file that are no rows: said, so that nobody looks for them on the desk. */
function LeftOut({ counts }: { counts: ImportedStatement['leftOut'] }) {
  const t = useT()
  if (counts.heads + counts.totals + counts.notes === 0) return null
  return <p className={blocks.quiet}>{t('statementDesk.leftOut', counts)}</p>
}

function WrongRows({ result: { errors, errorCount } }: { result: ImportedStatement }) {
  const t = useT()
  if (errorCount === 0) return null
  const more = errorCount - errors.length
  return (
    <>
      <p className={blocks.bad}>{t('statementDesk.wrongRows', { count: errorCount })}</p>
      <ul className={reconciliation.errors}>
        {errors.map(({ row, column, problem }) => (
          <li key={row}>{t('statementDesk.wrongRow', { row, column, problem })}</li>
        ))}
      </ul>
      {more > 0 && <p className={blocks.quiet}>{t('statementDesk.moreWrong', { count: more })}</p>}
    </>
  )
}

const kes = (cents: number | null) => (cents === null ? '' : formatKesCents(cents))

function Preview({ rows }: { rows: ImportedStatement['preview'] }) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
    <section className={blocks.scroll} tabIndex={0} aria-label={t('statementDesk.preview')}>
      <table className={sheet.table}>
        <caption>{t('statementDesk.preview')}</caption>
        <thead>
          <tr>
            <th>{t('statementDesk.line')}</th>
            <th>{t('statementDesk.day')}</th>
            <th>{t('statementDesk.receipt')}</th>
            <th>{t('statementDesk.details')}</th>
            <th data-amount>{t('statementDesk.amountHead')}</th>
            <th data-amount>{t('statementDesk.balanceHead')}</th>
            <th>{t('statementDesk.purposeHead')}</th>
            <th>{t('statementDesk.outcomeHead')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row} data-wrong={row.purpose === 'unreadable' || undefined}>
              <td>{row.row}</td>
              <td>{row.day ? formatBusinessDay(row.day) : ''}</td>
              <td>{row.receipt}</td>
              <td>{row.details}</td>
              <td data-amount>{kes(row.amountCents)}</td>
              <td data-amount>{kes(row.balanceCents)}</td>
              <td>{t(`statementPurpose.${row.purpose}`)}</td>
              <td>{t(`statementOutcome.${row.outcome}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const DELIMITERS = ['comma', 'semicolon', 'tab'] as const

/** How the columns of a bank's file are called, and how its dates and amounts are written. */
function MappingFields({ form, isNew }: { form: UseFormReturnType<MappingValues>; isNew: boolean }) {
  const t = useT()
  const { amounts } = form.getValues()
  const column = (
    name: 'amount' | 'side' | 'debit' | 'credit' | 'date' | 'reference' | 'description' | 'balance',
  ) => <TextInput label={t(`statementDesk.${name}`)} maxLength={80} {...form.getInputProps(name)} />
  return (
    <fieldset className={classes.group}>
      <legend>{t('statementDesk.mapping')}</legend>
      <Text c="dimmed" mb="sm">
        {t('statementDesk.mappingText')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('statementDesk.name')}
          description={t('statementDesk.nameHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={40}
          readOnly={!isNew}
          {...form.getInputProps('name')}
        />
        <NumberInput
          label={t('statementDesk.headerRow')}
          allowDecimal={false}
          {...form.getInputProps('headerRow')}
        />
        <NativeSelect
          label={t('statementDesk.delimiter')}
          data={DELIMITERS.map((value) => ({ value, label: t(`statementDesk.${value}`) }))}
          {...form.getInputProps('delimiter')}
        />
        <NativeSelect
          label={t('statementDesk.dateFormat')}
          data={[...DATE_FORMATS]}
          {...form.getInputProps('dateFormat')}
        />
        {column('date')}
        <NativeSelect
          label={t('statementDesk.amounts')}
          data={[
            { value: 'two', label: t('statementDesk.twoColumns') },
            { value: 'one', label: t('statementDesk.oneColumn') },
            { value: 'sided', label: t('statementDesk.sidedColumn') },
          ]}
          {...form.getInputProps('amounts')}
        />
        {amounts !== 'two' ? (
          <>
            {column('amount')}
            {amounts === 'sided' && column('side')}
          </>
        ) : (
          <>
            {column('debit')}
            {column('credit')}
          </>
        )}
        {column('reference')}
        {column('description')}
        {column('balance')}
      </SimpleGrid>
    </fieldset>
  )
}

/** Of these an M-Pesa file needs a receipt, a time and an amount. */
const PORTAL_FIELDS = [
  'receipt',
  'completed',
  'paidIn',
  'withdrawn',
  'amount',
  'side',
  'status',
  'details',
  'balance',
  'linked',
] as const

type PortalProps = {
  form: UseFormReturnType<PortalValues>
  /** What the server asked about the file, in its words. */
  asked: { columns?: string; dateOrder?: string }
}

/** What an M-Pesa file in a layout of its own calls its columns, and the order of its dates. */
function PortalFields({ form, asked }: PortalProps) {
  const t = useT()
  if (!asked.columns && !asked.dateOrder) return null
  return (
    <fieldset className={classes.group}>
      <legend>{t('statementDesk.mapping')}</legend>
      <Alert color="yellow" mb="sm" role="status">
        {asked.columns ?? asked.dateOrder}
      </Alert>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {asked.columns &&
          PORTAL_FIELDS.map((name) => (
            <TextInput
              key={name}
              label={t(`statementDesk.portal.${name}`)}
              maxLength={80}
              {...form.getInputProps(name)}
            />
          ))}
        {asked.dateOrder && (
          <NativeSelect
            label={t('statementDesk.dateOrder')}
            data={[
              { value: '', label: t('statementDesk.dateOrder.choose') },
              ...DATE_ORDERS.map((value) => ({ value, label: t(`statementDesk.dateOrder.${value}`) })),
            ]}
            {...form.getInputProps('dateOrder')}
          />
        )}
      </SimpleGrid>
    </fieldset>
  )
}

/** The fields of the form. A mapping has either `amount`, alone or with `side`, or `debit` and `credit`. */
type MappingValues = {
  name: string
  delimiter: BankMapping['delimiter']
  headerRow: number | string
  date: string
  dateFormat: BankMapping['dateFormat']
  amounts: 'one' | 'two' | 'sided'
  amount: string
  side: string
  debit: string
  credit: string
  reference: string
  description: string
  balance: string
}

const NEW_MAPPING: MappingValues = {
  name: '',
  delimiter: 'comma',
  headerRow: 1,
  date: '',
  dateFormat: 'DD/MM/YYYY',
  amounts: 'two',
  amount: '',
  side: '',
  debit: '',
  credit: '',
  reference: '',
  description: '',
  balance: '',
}

function toValues({ name, mapping }: StatementMapping): MappingValues {
  const { amount = '', side = '', debit = '', credit = '', ...rest } = mapping
  const { reference = '', description = '', balance = '' } = mapping
  const columns = { amount, side, debit, credit, reference, description, balance }
  return { ...rest, ...columns, name, amounts: side ? 'sided' : amount ? 'one' : 'two' }
}

/** Empty fields are left out. */
function toBank(values: MappingValues): NonNullable<ImportStatementInput['bank']> {
  const { name, amounts, headerRow, amount, side, debit, credit, reference, description, balance, ...rest } =
    values
  const isOne = amounts !== 'two'
  return {
    name,
    mapping: {
      ...rest,
      headerRow: Number(headerRow),
      ...(isOne && amount && { amount }),
      ...(amounts === 'sided' && side && { side }),
      ...(!isOne && debit && { debit }),
      ...(!isOne && credit && { credit }),
      ...(reference && { reference }),
      ...(description && { description }),
      ...(balance && { balance }),
    },
  }
}

/** The form's field for a field of the call: `bank.mapping.date` is `date`. Without any amount the choice between them is wrong. */
const placeRefusal: PlaceRefusal = ([path, message]) => {
  const name = path.replace(/^bank\.(mapping\.)?/, '')
  return [name === 'amount' ? 'amounts' : name, message]
}

/** What staff say of an M-Pesa file whose layout, or whose dates, cannot be known. */
type PortalValues = Partial<Record<PortalColumn, string>> & { dateOrder: DateOrder | '' }

function toPortal({
  dateOrder,
  ...columns
}: PortalValues): Pick<ImportStatementInput, 'columns' | 'dateOrder'> {
  const named = Object.entries(columns).filter(([, name]) => name)
  return {
    ...(named.length > 0 && { columns: Object.fromEntries(named) }),
    ...(dateOrder && { dateOrder }),
  }
}
