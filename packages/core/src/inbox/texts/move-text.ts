import type { Trx } from '@chuma/db/client'
import { type LockedText, type TextChange, updateTextState } from '@chuma/db/queries/texts'
import { type Mover, takeStep } from '../../state-machine.ts'
import { type TextState, textMachine } from './transitions.ts'

type Move = TextChange & { to: TextState; by: Mover }

/** Move a text that the caller has locked. @throws for a step that is not in the table */
export async function moveText(trx: Trx, text: LockedText, { to, by, ...change }: Move): Promise<void> {
  const { state: from } = text
  await takeStep(textMachine, { from, to, by }, () => updateTextState(trx, text, { ...change, from, to }))
}
