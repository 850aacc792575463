import { expressionBuilder } from 'kysely'

type AnyText = { row: Record<string, string | null> }

/** Replace a member's text with 'erased', and keep a missing one missing. */
export const erasedIfGiven = (column: string) =>
  expressionBuilder<AnyText, 'row'>().case().when(column, 'is not', null).then('erased').end()
