import { admin } from './en/admin.ts'
import { auth } from './en/auth.ts'
import { common } from './en/common.ts'
import { dashboard } from './en/dashboard.ts'
import { landing } from './en/landing.ts'
import { surveys } from './en/surveys.ts'
import { wallet } from './en/wallet.ts'

export const en = { ...common, ...landing, ...auth, ...dashboard, ...surveys, ...wallet, ...admin }

export type Catalogue = typeof en
