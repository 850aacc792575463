import { common } from '../../messages/en/common.ts'
import { notice } from '../../messages/en/notice.ts'

/** What every frame needs; loaded with the first script. */
export const entry = {
  ...common,
  ...notice,
}
