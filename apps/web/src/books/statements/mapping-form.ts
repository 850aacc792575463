import type { BankMapping, StatementMapping } from '@chuma/contract/books/statement-mapping'
import type { ImportStatementInput } from '@chuma/contract/books/statements'

/** The fields of the form. A mapping has either `amount`, or `debit` and `credit`. */
export type MappingValues = {
  name: string
  delimiter: BankMapping['delimiter']
  headerRow: number | string
  date: string
  dateFormat: BankMapping['dateFormat']
  amounts: 'one' | 'two'
  amount: string
  debit: string
  credit: string
  reference: string
  description: string
  balance: string
}

export const NEW_MAPPING: MappingValues = {
  name: '',
  delimiter: 'comma',
  headerRow: 1,
  date: '',
  dateFormat: 'DD/MM/YYYY',
  amounts: 'two',
  amount: '',
  debit: '',
  credit: '',
  reference: '',
  description: '',
  balance: '',
}

export function toValues({ name, mapping }: StatementMapping): MappingValues {
  const {
    amount = '',
    debit = '',
    credit = '',
    reference = '',
    description = '',
    balance = '',
    ...rest
  } = mapping
  const columns = { amount, debit, credit, reference, description, balance }
  return { ...rest, ...columns, name, amounts: amount ? 'one' : 'two' }
}

/** Empty fields are left out. */
export function toBank(values: MappingValues): NonNullable<ImportStatementInput['bank']> {
  const { name, amounts, headerRow, amount, debit, credit, reference, description, balance, ...rest } = values
  const isOne = amounts === 'one'
  return {
    name,
    mapping: {
      ...rest,
      headerRow: Number(headerRow),
      ...(isOne && amount && { amount }),
      ...(!isOne && debit && { debit }),
      ...(!isOne && credit && { credit }),
      ...(reference && { reference }),
      ...(description && { description }),
      ...(balance && { balance }),
    },
  }
}

/** The form's field for a field of the call: `bank.mapping.date` is `date`. Without any amount the choice between them is wrong. */
export function toFormField(path: string): string {
  const name = path.replace(/^bank\.(mapping\.)?/, '')
  return name === 'amount' ? 'amounts' : name
}
