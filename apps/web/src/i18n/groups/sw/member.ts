import { account } from '../../messages/sw/account.ts'
import { earning } from '../../messages/sw/earning.ts'
import { taskKinds } from '../../messages/sw/task-kinds.ts'
import { wallet } from '../../messages/sw/wallet.ts'

/** The members' pages. */
export const member = { ...account, ...wallet, ...earning, ...taskKinds }
