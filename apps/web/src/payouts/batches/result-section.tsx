import { formatKes } from '@chuma/contract/format-money'
import type { BankBatch, ImportedBankResult, ResultMapping } from '@chuma/contract/payouts/bank-batches'
import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { CsvUpload } from '../../admin/actions.tsx'
import list from '../../admin/list.module.css'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import classes from './batches.module.css'

const FIELDS = [
  'reference',
  'status',
  'paidWords',
  'failedWords',
  'receipt',
  'reason',
  'amount',
  'account',
] as const
type Values = Record<(typeof FIELDS)[number], string>
const START: Values = {
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
export function ResultSection({ batches }: { batches: readonly BankBatch[] }) {
  const t = useT()
  const utils = trpc.useUtils()
  const [id, setId] = useState(batches[0]?.id ?? '')
  const form = useForm<Values>({ initialValues: START })
  // A batch or a mapping that was changed since has to be checked again.
  const [checked, setChecked] = useState<string>()
  const now = JSON.stringify([id, form.getValues()])
  const request = trpc.admin.importBankResult.useMutation({
    onSuccess: ({ isDryRun }) => {
      if (isDryRun) return
      void utils.admin.listBankBatches.invalidate()
      void utils.admin.listWithdrawals.invalidate()
    },
  })
  const send = async (input: { csv: string; isDryRun: boolean }) => {
    const result = await request.mutateAsync({ ...input, id, mapping: toMapping(form.getValues()) })
    setChecked(now)
    return result
  }
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
          {FIELDS.map((name) => (
            <TextInput
              key={name}
              label={t(`resultField.${name}`)}
              maxLength={200}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
      </fieldset>
      <CsvUpload<ImportedBankResult>
        labels={{
          file: t('batches.file'),
          placeholder: t('files.placeholder'),
          missing: t('files.missing'),
          check: t('files.check'),
          import: t('batches.import'),
        }}
        send={send}
        isReady={({ isDryRun, paidCount, failedCount }) =>
          isDryRun && paidCount + failedCount > 0 && checked === now
        }
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
