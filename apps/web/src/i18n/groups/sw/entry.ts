import { common } from '../../messages/sw/common.ts'
import { notice } from '../../messages/sw/notice.ts'
import type { Translation } from '../../messages/translation.ts'
import type { entry as english } from '../en/entry.ts'

export const entry: Translation<typeof english> = {
  ...common,
  ...notice,
}
