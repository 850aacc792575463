import type { DateFormat, DateOrder, PortalColumn } from '@chuma/contract/books/statement-mapping'

/** Column names, rows' ends and months are compared without regard to case, spaces and signs. */
export const nameOf = (cell: string) => cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** What the organisation portal's layouts, old and new, and a plain list of payments call their columns. */
export const PORTAL_NAMES: Readonly<Record<PortalColumn, readonly string[]>> = {
  receipt: ['Receipt No.', 'Receipt', 'Receipt Number', 'Transaction ID'],
  completed: ['Completion Time', 'Completed', 'Completed At', 'Date'],
  status: ['Transaction Status', 'Status'],
  paidIn: ['Paid In'],
  withdrawn: ['Withdrawn'],
  amount: ['Amount', 'Amount KES'],
  side: ['Dr/Cr', 'Debit/Credit'],
  balance: ['Balance'],
  details: ['Details'],
  reason: ['Reason Type', 'Transaction Type'],
  party: ['Other Party Info'],
  number: ['Number', 'Phone', 'Phone Number', 'M-Pesa Number'],
  linked: ['Linked Transaction ID'],
}
/** What staff are told to look for when a file has none of the known layouts. */
export const NEEDED_COLUMNS = ['Receipt No.', 'Completion Time', 'Paid In', 'Withdrawn']

/** How a column of its own says which way the money went: 1 in, -1 out. */
export const SIDES: ReadonlyMap<string, 1 | -1> = new Map([
  ...(['cr', 'c', 'credit', 'in', 'moneyin', 'deposit', 'paidin', '+'] as const).map(
    (word) => [word, 1] as const,
  ),
  ...(['dr', 'd', 'debit', 'out', 'moneyout', 'withdrawal', 'withdrawn', '-'] as const).map(
    (word) => [word, -1] as const,
  ),
])

/** How a line begins that only adds up others, or carries a balance from page to page. */
export const TOTALS = [
  'total',
  'subtotal',
  'grandtotal',
  'jumla',
  'openingbalance',
  'closingbalance',
  'balancebroughtforward',
  'balancecarriedforward',
  'balancebf',
  'balancecf',
  'broughtforward',
  'carriedforward',
]

/** English and Swahili names of the months, by their first letters. */
export const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januari'],
  ['february', 'februari'],
  ['march', 'machi'],
  ['april', 'aprili'],
  ['may', 'mei'],
  ['june', 'juni'],
  ['july', 'julai'],
  ['august', 'agosti'],
  ['september', 'septemba'],
  ['october', 'oktoba'],
  ['november', 'novemba'],
  ['december', 'desemba'],
]

/** Which of two numbers is the day. A date with its year first, or a month in words, says so itself. */
export const ORDER_OF: Readonly<Record<DateFormat, DateOrder>> = {
  'DD/MM/YYYY': 'day-first',
  'DD-MM-YYYY': 'day-first',
  'DD.MM.YYYY': 'day-first',
  'YYYY-MM-DD': 'day-first',
  'MM/DD/YYYY': 'month-first',
  'DD MMM YYYY': 'day-first',
}

/**
 * The providers' own words. A description is kept up to its first word that is none of these: people's names, and what a
 * payer typed, come after them.
 */
export const PROVIDER_WORDS = new Set(
  `account accounts agent airtime and api atm b2b b2c balance bank bill bulk business buy by c2b card cash charge charges cheque
  commission completed conversation cost credit customer debit deposit disbursement duty eft excise fee fees for from fund funds
  goods id in interest is ledger levy maintenance merchant money mpesa m-pesa of on online organisation organization original out
  paid paybill pay payment payments penalty pesalink purchase real received refund reversal reversed rtgs salary send sent
  service settlement standing order statement swift tax till time to top topup top-up transaction transfer txn utility via
  withdrawal withholding working`.split(/\s+/),
)
