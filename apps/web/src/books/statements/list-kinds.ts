import type { EntryKind, StatementRow } from '@chuma/contract/books/statements'

const OUT = ['payout', 'charge', 'transfer', 'other', 'not-ours'] as const
const INTO = ['collection', 'top-up', 'transfer', 'charge', 'other', 'not-ours'] as const
const NOTHING = ['nothing', 'not-ours'] as const

/** What a row can be booked as: the likeliest first. The server decides. */
export function listKinds({
  amountCents,
  purpose,
}: Pick<StatementRow, 'amountCents' | 'purpose'>): EntryKind[] {
  if (amountCents === null || amountCents === 0 || purpose === 'pending') return [...NOTHING]
  const kinds: readonly EntryKind[] = amountCents < 0 ? OUT : INTO
  const first: EntryKind =
    purpose === 'charge' ? 'charge' : purpose === 'reversal' ? 'other' : (kinds[0] ?? 'other')
  return [first, ...kinds.filter((kind) => kind !== first)]
}
