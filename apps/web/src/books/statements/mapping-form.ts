import type {
  BankMapping,
  DateOrder,
  ImportStatementInput,
  PortalColumn,
  StatementMapping,
} from '@chuma/contract/books/statements'

/** The fields of the form. A mapping has either `amount`, alone or with `side`, or `debit` and `credit`. */
export type MappingValues = {
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

export const NEW_MAPPING: MappingValues = {
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

export function toValues({ name, mapping }: StatementMapping): MappingValues {
  const {
    amount = '',
    side = '',
    debit = '',
    credit = '',
    reference = '',
    description = '',
    balance = '',
    ...rest
  } = mapping
  const columns = { amount, side, debit, credit, reference, description, balance }
  return { ...rest, ...columns, name, amounts: side ? 'sided' : amount ? 'one' : 'two' }
}

/** Empty fields are left out. */
export function toBank(values: MappingValues): NonNullable<ImportStatementInput['bank']> {
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
export function toFormField(path: string): string {
  const name = path.replace(/^bank\.(mapping\.)?/, '')
  return name === 'amount' ? 'amounts' : name
}

/** What staff say of an M-Pesa file whose layout, or whose dates, cannot be known. */
export type PortalValues = Partial<Record<PortalColumn, string>> & { dateOrder: DateOrder | '' }

export function toPortal({
  dateOrder,
  ...columns
}: PortalValues): Pick<ImportStatementInput, 'columns' | 'dateOrder'> {
  const named = Object.entries(columns).filter(([, name]) => name)
  return {
    ...(named.length > 0 && { columns: Object.fromEntries(named) }),
    ...(dateOrder && { dateOrder }),
  }
}
