import { tax as taxPart } from '../../messages/en/tax.ts'

/** A member's tax. Few members open it: its texts are not with those of every page. */
export const tax = { ...taxPart }
