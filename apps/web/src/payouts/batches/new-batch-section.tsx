import { formatKes } from '@chuma/contract/format-money'
import { type BankBatches, type BatchFormat, EXAMPLE_FORMATS } from '@chuma/contract/payouts/bank-batches'
import { Button, NativeSelect, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Section } from '../../ui/page/section.tsx'
import classes from './batches.module.css'
import { FormatFields } from './format-fields.tsx'

/** Collects what waits into a batch. Its format starts as the last one, or as an example. */
export function NewBatchSection({ data }: { data: BankBatches }) {
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
