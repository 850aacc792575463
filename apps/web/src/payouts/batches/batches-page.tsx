import { formatKes } from '@chuma/contract/format-money'
import {
  BATCH_CELLS,
  type BankBatch,
  type BankBatches,
  type BatchFormat,
  DATE_FORMATS,
  EXAMPLE_FORMATS,
} from '@chuma/contract/payouts/bank-batches'
import { ActionIcon, Button, Checkbox, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconArrowUp, IconBuildingBank, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { actorName, ReasonDialog, useShowFailure } from '../../admin/actions.tsx'
import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useMay } from '../../admin/frame/staff-member.tsx'
import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/save-file.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from './batches.module.css'
import { ResultSection } from './result-section.tsx'

/** Bank payments by file: collect them, give the bank its file, and import what it says. */
export function BatchesPage() {
  const t = useT()
  return (
    <AdminFrame title={t('batches.title')} needs="payouts:read">
      {() => <Batches />}
    </AdminFrame>
  )
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
  const showFailure = useShowFailure()
  const { waitingCount, waitingKes, batches } = data
  const formats = listFormats(batches.map(({ format }) => format))
  const [first] = formats
  const form = useForm<BatchFormat>({ ...(first && { initialValues: first }) })
  const create = trpc.admin.createBankBatch.useMutation({
    onSuccess: ({ number }) => showToast({ kind: 'success', title: t('batches.made', { number }) }),
    onError: showFailure,
    onSettled: () =>
      Promise.all([utils.admin.listBankBatches.invalidate(), utils.admin.listWithdrawals.invalidate()]),
  })
  const choose = (name: string) => {
    const format = formats.find((one) => one.name === name)
    if (format) form.setValues(format)
  }
  return (
    <Section title={t('batches.new')} text={t('batches.newText')}>
      <Text fw={600}>{t('batches.waiting', { count: waitingCount, kes: formatKes(waitingKes) })}</Text>
      <form onSubmit={form.onSubmit((format) => create.mutate({ format }))} noValidate>
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
      {batches.length > 0 ? (
        <ul className={blocks.list} aria-label={t('batches.list')}>
          {batches.map((batch) => (
            <BatchRow key={batch.id} batch={batch} />
          ))}
        </ul>
      ) : (
        <EmptyState icon={<IconBuildingBank />} title={t('batches.none')} text={t('batches.noneText')} />
      )}
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
  const showFailure = useShowFailure()
  const mayDownload = useMay('payout-details:read')
  const download = trpc.admin.downloadBankBatch.useMutation({
    onSuccess: ({ name, csv }) => saveFile(name, new Blob([csv], { type: 'text/csv' })),
    onError: showFailure,
    onSettled: () => utils.admin.listBankBatches.invalidate(),
  })
  if (!mayDownload) return null
  return (
    <Button variant="default" loading={download.isPending} onClick={() => download.mutate({ id })}>
      {t('batches.download', { number })}
    </Button>
  )
}

function Uploaded({ batch: { id, number } }: { batch: BankBatch }) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const mark = trpc.admin.markBatchUploaded.useMutation({
    onError: showFailure,
    // Also after a refusal: someone else acted first.
    onSettled: () => utils.admin.listBankBatches.invalidate(),
  })
  return (
    <Button variant="default" loading={mark.isPending} onClick={() => mark.mutate({ id })}>
      {t('batches.markUploaded', { number })}
    </Button>
  )
}

type CancelBatchDialogProps = { batch: BankBatch; opened: boolean; onClose: () => void }

/** Cancels a batch with a reason, or asks a second person to if anyone has its file. */
function CancelBatchDialog({ batch, opened, onClose }: CancelBatchDialogProps) {
  const t = useT()
  const { cancel, isPending } = useCancelBatch(batch, onClose)
  const { number, rowCount, totalKes, isDownloaded } = batch
  return (
    <ReasonDialog
      {...{ opened, onClose, isPending }}
      title={t('batches.cancelTitle', { number })}
      text={t('batches.cancelText', { count: rowCount, kes: formatKes(totalKes) })}
      label={t('batches.reason')}
      missing={t('batches.reasonMissing')}
      action={t('batches.cancel', { number })}
      isDanger
      onSend={cancel}
    >
      {isDownloaded && <Text>{t('batches.cancelDownloaded')}</Text>}
    </ReasonDialog>
  )
}

function useCancelBatch({ id, number }: BankBatch, onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const request = trpc.admin.cancelBankBatch.useMutation({
    onSuccess: () => {
      onDone()
      showToast({ kind: 'success', title: t('batches.cancelled', { number }) })
    },
    onError: (error) => {
      // Sent to a second person, too: the dialog has nothing left to ask.
      onDone()
      showFailure(error)
    },
    // Also after a refusal: someone else acted first.
    onSettled: () =>
      Promise.all([utils.admin.listBankBatches.invalidate(), utils.admin.listWaiting.invalidate()]),
  })
  const cancel = useSingleFlight(async (reason: string) => {
    await request.mutateAsync({ id, reason }).catch(() => undefined)
  })
  return { cancel, isPending: request.isPending }
}

type FormatFieldsProps = { form: UseFormReturnType<BatchFormat> }

const DELIMITERS = ['comma', 'semicolon', 'tab'] as const
const MOST_COLUMNS = 30

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
        disabled={columns.length >= MOST_COLUMNS}
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

export function loadBatches(loading: Loading): void {
  loadForStaff(loading, 'payouts:read', ({ admin }) => [admin.listBankBatches.prefetch()])
}
