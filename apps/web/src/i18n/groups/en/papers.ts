import { statements } from '../../messages/en/statements.ts'
import { tax } from '../../messages/en/tax.ts'

/** A member's statements and tax. Few members open them: their texts are not with those of every page. */
export const papers = { ...statements, ...tax }
