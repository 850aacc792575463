import { admin } from './en/admin.ts'
import { auth } from './en/auth.ts'
import { common } from './en/common.ts'
import { landing } from './en/landing.ts'
import { member } from './en/member.ts'

export const en = { ...common, ...landing, ...auth, ...member, ...admin }

export type Catalogue = typeof en
