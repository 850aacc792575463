import { statements } from '../../messages/sw/statements.ts'
import { tax } from '../../messages/sw/tax.ts'

/** A member's statements and tax. Few members open them: their texts are not with those of every page. */
export const papers = { ...statements, ...tax }
