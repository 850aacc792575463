import { formatKes } from '@chuma/contract/format-money'
import {
  BATCH_CELLS,
  type BankBatch,
  type BankBatches,
  type BatchFormat,
  DATE_FORMATS,
  EXAMPLE_FORMATS,
  type ImportedBankResult,
  type ResultMapping,
} from '@chuma/contract/payouts/bank-batches'
import { ActionIcon, Button, Checkbox, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconArrowUp, IconBuildingBank, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/download-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import { CsvUpload } from '../../ui/forms/csv-files.tsx'
import { inside } from '../../ui/forms/show-field-errors.ts'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { actorName, useMay } from '../../ui/frame/staff-member.tsx'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { RowList } from '../../ui/states/staff-lists.tsx'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from './batches.module.css'

/** Bank payments by file: collect them, give the bank its file, and import what it says. */
export function BatchesPage() {
  const t = useT()
  return <AdminFrame title={t('batches.title')}>{() => <Batches />}</AdminFrame>
}

function Batches() {
  const query = trpc.admin.listBankBatches.useQuery()
  const mayManage = useMay('payouts:manage')
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
      {(data) => (
        <>
          {mayManage && <NewBatchSection data={data} />}
          <BatchList batches={data.batches} />
          {mayManage && data.batches.length > 0 && <ResultSection batches={data.batches} />}
        </>
      )}
    </QueryView>
  )
}

/** Collects what waits into a batch. Its format starts as the last one, or as an example. */
function NewBatchSection({ data }: { data: BankBatches }) {
  const t = useT()
  const utils = trpc.useUtils()
  const { waitingCount, waitingKes, batches } = data
  const formats = listFormats(batches.map(({ format }) => format))
  const [first] = formats
  const form = useForm<BatchFormat>({ ...(first && { initialValues: first }) })
  const create = useAction(trpc.admin.createBankBatch, {
    done: ({ number }) => ({ title: t('batches.made', { number }) }),
    form,
    place: inside('format'),
    onEnd: [utils.admin.listBankBatches, utils.admin.listWithdrawals],
  })
  const choose = (name: string) => {
    const format = formats.find((one) => one.name === name)
    if (format) form.setValues(format)
  }
  return (
    <Section title={t('batches.new')} text={t('batches.newText')}>
      <Text fw={600}>{t('batches.waiting', { count: waitingCount, kes: formatKes(waitingKes) })}</Text>
      <form onSubmit={form.onSubmit((format) => create.run({ format }))} noValidate>
        <NativeSelect
          label={t('batches.start')}
          data={formats.map(({ name }) => name)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <FormatFields form={form} />
        <div className={classes.actions}>
          <Button type="submit" loading={create.isPending} disabled={waitingCount === 0}>
            {t('batches.create')}
          </Button>
        </div>
      </form>
    </Section>
  )
}

/** The newest of each name, before the examples. */
function listFormats(used: readonly BatchFormat[]): BatchFormat[] {
  const formats = new Map<string, BatchFormat>()
  for (const format of [...used, ...EXAMPLE_FORMATS]) {
    if (!formats.has(format.name)) formats.set(format.name, format)
  }
  return [...formats.values()]
}

/** Every batch with its sum and its file's fingerprint, and what the bank has said so far. */
function BatchList({ batches }: { batches: readonly BankBatch[] }) {
  const t = useT()
  return (
    <Section title={t('batches.list')} text={t('batches.listText')}>
      <RowList
        rows={batches}
        label={t('batches.list')}
        empty={
          <EmptyState icon={<IconBuildingBank />} title={t('batches.none')} text={t('batches.noneText')} />
        }
      >
        {(batch) => <BatchRow key={batch.id} batch={batch} />}
      </RowList>
    </Section>
  )
}

function BatchRow({ batch }: { batch: BankBatch }) {
  const t = useT()
  const { number, rowCount, totalKes, createdAt, createdBy, format, contentHash } = batch
  const { openCount, paidCount, failedCount, end } = batch
  return (
    <li className={classes.batch}>
      <div>
        <strong>{t('batches.number', { number })}</strong>
        <Text>{t('batches.sum', { count: rowCount, kes: formatKes(totalKes) })}</Text>
        <Text size="sm" c="dimmed">
          {t('batches.madeBy', { name: actorName(t, createdBy), when: formatDateTime(createdAt) })} ·{' '}
          {format.name}
        </Text>
        <Text size="sm">
          {t('batches.standing', { open: openCount, paid: paidCount, failed: failedCount })}
        </Text>
        {end && (
          <Text size="sm">
            {t(`batches.end.${end.step}`, { name: actorName(t, end.by), reason: end.reason ?? '' })}
          </Text>
        )}
        <Text size="sm" c="dimmed" className={classes.hash}>
          SHA-256 {contentHash}
        </Text>
      </div>
      <BatchActions batch={batch} />
    </li>
  )
}

/** What may still be done with a batch: download its file, say that it is uploaded, cancel it. */
function BatchActions({ batch }: { batch: BankBatch }) {
  const t = useT()
  const mayManage = useMay('payouts:manage')
  const [isCancelling, setIsCancelling] = useState(false)
  const { number, end, isDownloaded, openCount, rowCount } = batch
  const isUndecided = mayManage && end === null
  return (
    <div className={classes.actions}>
      {end?.step !== 'cancelled' && <Download batch={batch} />}
      {isUndecided && isDownloaded && openCount > 0 && <Uploaded batch={batch} />}
      {isUndecided && openCount === rowCount && (
        <>
          <Button variant="subtle" color="red" onClick={() => setIsCancelling(true)}>
            {t('batches.cancel', { number })}
          </Button>
          <CancelBatchDialog batch={batch} opened={isCancelling} onClose={() => setIsCancelling(false)} />
        </>
      )}
    </div>
  )
}

function Download({ batch: { id, number } }: { batch: BankBatch }) {
  const t = useT()
  const utils = trpc.useUtils()
  const mayDownload = useMay('payout-details:read')
  const download = useAction(trpc.admin.downloadBankBatch, {
    onDone: ({ name, csv }) => saveFile(name, new Blob([csv], { type: 'text/csv' })),
    onEnd: [utils.admin.listBankBatches],
  })
  if (!mayDownload) return null
  return (
    <Button variant="default" loading={download.isPending} onClick={() => download.run({ id })}>
      {t('batches.download', { number })}
    </Button>
  )
}

function Uploaded({ batch: { id, number } }: { batch: BankBatch }) {
  const t = useT()
  const utils = trpc.useUtils()
  const mark = useAction(trpc.admin.markBatchUploaded, { onEnd: [utils.admin.listBankBatches] })
  return (
    <Button variant="default" loading={mark.isPending} onClick={() => mark.run({ id })}>
      {t('batches.markUploaded', { number })}
    </Button>
  )
}

type CancelBatchDialogProps = { batch: BankBatch; opened: boolean; onClose: () => void }

/** Cancels a batch with a reason, or asks a second person to if anyone has its file. */
function CancelBatchDialog({ batch, opened, onClose }: CancelBatchDialogProps) {
  const t = useT()
  const utils = trpc.useUtils()
  const { id, number, rowCount, totalKes, isDownloaded } = batch
  const form = useReason('reason', t('batches.reasonMissing'))
  const cancel = useAction(trpc.admin.cancelBankBatch, {
    form,
    done: t('batches.cancelled', { number }),
    onOver: onClose,
    onEnd: [utils.admin.listBankBatches, utils.admin.listWaiting],
  })
  return (
    <ReasonDialog
      {...{ form, opened, onClose }}
      title={t('batches.cancelTitle', { number })}
      text={t('batches.cancelText', { count: rowCount, kes: formatKes(totalKes) })}
      label={t('batches.reason')}
      action={t('batches.cancel', { number })}
      isDanger
      isPending={cancel.isPending}
      onSend={(reason) => cancel.run({ id, reason })}
    >
      {isDownloaded && <Text>{t('batches.cancelDownloaded')}</Text>}
    </ReasonDialog>
  )
}

type FormatFieldsProps = { form: UseFormReturnType<BatchFormat> }

const DELIMITERS = ['comma', 'semicolon', 'tab'] as const
const MAX_COLUMNS = 30

/** How the bank's file is written: its columns in their order, and how amounts and dates look. */
function FormatFields({ form }: FormatFieldsProps) {
  const t = useT()
  const { columns } = form.getValues()
  return (
    <fieldset className={classes.format}>
      <legend>{t('batches.format')}</legend>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={t('batches.formatName')} maxLength={40} {...form.getInputProps('name')} />
        <NativeSelect
          label={t('statementDesk.delimiter')}
          data={DELIMITERS.map((value) => ({ value, label: t(`statementDesk.${value}`) }))}
          {...form.getInputProps('delimiter')}
        />
        <NativeSelect
          label={t('batches.amountFormat')}
          data={[
            { value: 'whole', label: '2000' },
            { value: 'decimal', label: '2000.00' },
          ]}
          {...form.getInputProps('amountFormat')}
        />
        <NativeSelect
          label={t('statementDesk.dateFormat')}
          data={[...DATE_FORMATS]}
          {...form.getInputProps('dateFormat')}
        />
      </SimpleGrid>
      <Checkbox
        label={t('batches.hasHeader')}
        mt="md"
        {...form.getInputProps('hasHeader', { type: 'checkbox' })}
      />
      <ol className={classes.columns} aria-label={t('batches.columns')}>
        {columns.map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <li key={index} className={classes.column}>
            <Column form={form} index={index} isConstant={column.cell === 'constant'} />
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        disabled={columns.length >= MAX_COLUMNS}
        onClick={() => form.insertListItem('columns', { header: '', cell: 'constant', text: '' })}
      >
        {t('batches.addColumn')}
      </Button>
    </fieldset>
  )
}

function Column({ form, index, isConstant }: FormatFieldsProps & { index: number; isConstant: boolean }) {
  const t = useT()
  const number = index + 1
  return (
    <>
      <TextInput
        label={t('batches.header', { number })}
        maxLength={60}
        {...form.getInputProps(`columns.${index}.header`)}
      />
      <NativeSelect
        label={t('batches.cell')}
        data={BATCH_CELLS.map((value) => ({ value, label: t(`batchCell.${value}`) }))}
        {...form.getInputProps(`columns.${index}.cell`)}
      />
      {isConstant && (
        <TextInput
          label={t('batches.constant')}
          maxLength={60}
          {...form.getInputProps(`columns.${index}.text`)}
        />
      )}
      <div className={classes.tools}>
        <ActionIcon
          variant="default"
          size={44}
          disabled={index === 0}
          aria-label={t('batches.moveUp', { number })}
          onClick={() => form.reorderListItem('columns', { from: index, to: index - 1 })}
        >
          <IconArrowUp aria-hidden size={20} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('batches.removeColumn', { number })}
          onClick={() => form.removeListItem('columns', index)}
        >
          <IconTrash aria-hidden size={20} />
        </ActionIcon>
      </div>
    </>
  )
}

const RESULT_FIELDS = [
  'reference',
  'status',
  'paidWords',
  'failedWords',
  'receipt',
  'reason',
  'amount',
  'account',
] as const
type Values = Record<(typeof RESULT_FIELDS)[number], string>
const RESULT_COLUMNS: Values = {
  reference: 'Reference',
  status: 'Status',
  paidWords: 'Paid, Success',
  failedWords: 'Failed, Returned, Rejected',
  receipt: 'Bank Reference',
  reason: 'Reason',
  amount: 'Amount',
  account: 'Account Number',
}

/** Imports what the bank says of a batch, by the columns that staff name. */
function ResultSection({ batches }: { batches: readonly BankBatch[] }) {
  const t = useT()
  const utils = trpc.useUtils()
  const [id, setId] = useState(batches[0]?.id ?? '')
  const form = useForm<Values>({ initialValues: RESULT_COLUMNS })
  return (
    <Section title={t('batches.result')} text={t('batches.resultText')}>
      <NativeSelect
        label={t('batches.batch')}
        value={id}
        onChange={({ currentTarget }) => setId(currentTarget.value)}
        data={batches.map((batch) => ({
          value: batch.id,
          label: t('batches.number', { number: batch.number }),
        }))}
      />
      <fieldset className={classes.format}>
        <legend>{t('batches.mapping')}</legend>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {RESULT_FIELDS.map((name) => (
            <TextInput
              key={name}
              label={t(`resultField.${name}`)}
              maxLength={200}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
      </fieldset>
      <CsvUpload
        labels={{
          file: t('batches.file'),
          placeholder: t('files.placeholder'),
          missing: t('files.missing'),
          check: t('files.check'),
          import: t('batches.import'),
        }}
        mutation={trpc.admin.importBankResult}
        toInput={(file) => ({ ...file, id, mapping: toMapping(form.getValues()) })}
        onDone={({ isDryRun }) => {
          if (isDryRun) return
          void utils.admin.listBankBatches.invalidate()
          void utils.admin.listWithdrawals.invalidate()
        }}
        form={form}
        place={inside('mapping')}
        settings={[id, form.getValues()]}
        isReady={({ isDryRun, paidCount, failedCount }) => isDryRun && paidCount + failedCount > 0}
      >
        {(result) => <Results result={result} />}
      </CsvUpload>
    </Section>
  )
}

/** An empty field names no column: the file has none of it. */
function toMapping({ reason, amount, account, ...needed }: Values): ResultMapping {
  return {
    ...needed,
    ...(reason.trim() && { reason }),
    ...(amount.trim() && { amount }),
    ...(account.trim() && { account }),
  }
}

const SHOWN = 200

function Results({ result }: { result: ImportedBankResult }) {
  const t = useT()
  const { isDryRun, paidCount, paidKes, failedCount, missingCount, results } = result
  const words = { paid: paidCount, kes: formatKes(paidKes), failed: failedCount }
  const others = results.filter(({ outcome }) => outcome !== 'paid')
  return (
    <>
      <Text fw={600}>{t(isDryRun ? 'batches.checked' : 'batches.imported', words)}</Text>
      {missingCount > 0 && <Text>{t('batches.missing', { count: missingCount })}</Text>}
      <ul className={list.results}>
        {others.slice(0, SHOWN).map(({ line, outcome, reference, reason }) => (
          <li key={line}>
            {t('batches.row', {
              line,
              reference,
              outcome: t(`resultOutcome.${outcome}`),
              reason: reason || '–',
            })}
          </li>
        ))}
        {others.length > SHOWN && <li>{t('files.more', { count: others.length - SHOWN })}</li>}
      </ul>
    </>
  )
}
