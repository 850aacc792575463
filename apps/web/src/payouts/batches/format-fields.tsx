import { DATE_FORMATS } from '@chuma/contract/books/statement-mapping'
import { BATCH_CELLS, type BatchFormat } from '@chuma/contract/payouts/bank-batches'
import { ActionIcon, Button, Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import classes from './batches.module.css'

type Props = { form: UseFormReturnType<BatchFormat> }

const DELIMITERS = ['comma', 'semicolon', 'tab'] as const
const MOST_COLUMNS = 30

/** How the bank's file is written: its columns in their order, and how amounts and dates look. */
export function FormatFields({ form }: Props) {
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

function Column({ form, index, isConstant }: Props & { index: number; isConstant: boolean }) {
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
