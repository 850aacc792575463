import { account } from '../../messages/en/account.ts'
import { earning } from '../../messages/en/earning.ts'
import { taskKinds } from '../../messages/en/task-kinds.ts'
import { wallet } from '../../messages/en/wallet.ts'

/** The members' pages. */
export const member = { ...account, ...wallet, ...earning, ...taskKinds }
